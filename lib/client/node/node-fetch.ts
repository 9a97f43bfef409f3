import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Fetch, TransportReply, TransportRequest } from '#lib/client/transport.ts';

/** The modules of one scheme, with an agent that keeps connections. */
interface Scheme {
  request(url: string, options: object): ClientRequest;
  readonly agent: Agent;
}

/**
 * Sends requests by Node's own HTTP modules, over connections that stay open. They load in a fraction of the time that
 * the global `fetch` needs: what runs once, such as a command, starts sooner with it. `plain` makes the connections
 * without TLS, where the caller has a say in whom they lead to. Redirects are not followed, and a reply of more than
 * 64 MiB is a lost connection.
 */
export function nodeFetch(plain?: Agent): Fetch {
  const schemes = new Map<string, Scheme>();
  return async (url, request) => {
    const name = url.startsWith('https:') ? 'https' : 'http';
    const scheme = schemes.get(name) ?? opened(name, plain);
    schemes.set(name, scheme);
    return exchange(scheme, url, request);
  };
}

/** What is not needed is not loaded: `https` brings TLS along, and an import of `http` all that `fetch` is made of. */
function opened(name: 'http' | 'https', plain: Agent | undefined): Scheme {
  const { Agent, request } = process.getBuiltinModule(`node:${name}`);
  return { request, agent: (name === 'http' && plain) || new Agent({ keepAlive: true }) };
}

function exchange({ request, agent }: Scheme, url: string, given: TransportRequest): Promise<TransportReply> {
  const { method, body, signal } = given;
  const headers = { ...given.headers, 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(signal.aborted ? signal.reason : error);
    const outgoing = request(url, { method, headers, agent, signal });
    outgoing.once('error', failed).once('response', (reply) => {
      // A whole reply is read at once: a part of one is as good as none.
      textOf(reply).then((text) => resolve(replyOf(reply, text)), failed);
    });
    outgoing.end(body);
  });
}

function replyOf({ statusCode = 0, headers }: IncomingMessage, text: string): TransportReply {
  const header = (name: string): string | null => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : [value].flat().join(', ');
  };
  return { status: statusCode, headers: { get: header }, text: async () => text };
}

/** The most bytes of a reply, packed and unpacked. */
const largest = 64 * 1024 * 1024;

async function textOf(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply) {
    size += (chunk as Buffer).length;
    if (size > largest) throw new Error('the reply has more than 64 MiB');
    chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  if (reply.headers['content-encoding'] !== 'gzip') return bytes.toString('utf8');
  const { gunzipSync } = process.getBuiltinModule('node:zlib');
  return gunzipSync(bytes, { maxOutputLength: largest }).toString('utf8');
}
