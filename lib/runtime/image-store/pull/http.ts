import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import { dialOut, type EgressPolicy, EgressRefusal, PUBLIC_POLICY } from '#lib/runtime/egress/dialer.ts';
import { isLoopback } from './reference.ts';
import { Failure, Refusal, shown } from './refusal.ts';

/** How registries are reached. */
export interface HttpOptions {
  /** Whether addresses of this computer are allowed too, and http there. */
  readonly loopback: boolean;
}

const MOST_REDIRECTS = 5;
/** Milliseconds in which nothing comes. */
const SILENCE_MS = 60_000;

/** Headers of a request, without `host`. */
export type Headers = Readonly<Record<string, string>>;

/**
 * Asks for a URL, and follows redirects. Every address that is dialled was checked by the policy of egress, after each
 * redirect again; the credentials of one host go to no other. Refuses a URL that is not https, and an address that is
 * not public, unless both are this computer's where that is allowed.
 */
export async function get(url: URL, headers: Headers, options: HttpOptions): Promise<IncomingMessage> {
  let at = url;
  let sent = headers;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const reply = await ask(at, sent, options);
    const { location } = reply.headers;
    if (![301, 302, 303, 307, 308].includes(reply.statusCode ?? 0) || location === undefined) return reply;
    reply.destroy();
    const next = URL.parse(location, at.href);
    if (!next) throw new Refusal(`${at.host} redirects to no address`);
    if (next.host !== at.host) {
      const { authorization: _, ...others } = sent;
      sent = others;
    }
    at = next;
  }
  throw new Refusal(`${url.host} redirects too often`);
}

/** The host's resolver, and the public internet; with `loopback` this computer too. */
function policyOf({ loopback }: HttpOptions): EgressPolicy {
  return loopback
    ? { ...PUBLIC_POLICY, allows: (address) => isLoopback(address) || PUBLIC_POLICY.allows(address) }
    : PUBLIC_POLICY;
}

async function ask(url: URL, headers: Headers, options: HttpOptions): Promise<IncomingMessage> {
  const plain = url.protocol === 'http:' && options.loopback && isLoopback(url.hostname);
  if (!plain && url.protocol !== 'https:') throw new Refusal(`${shown(url.host)} is not reached by https`);
  try {
    const port = Number(url.port || (plain ? 80 : 443));
    const socket = await dialOut(url.hostname, port, policyOf(options));
    return await exchange(url, headers, plain ? socket : await secured(socket, url.hostname));
  } catch (error) {
    if (!(error instanceof EgressRefusal)) throw error;
    throw error.status === 403 ? new Refusal(error.message) : new Failure(error.message);
  }
}

function secured(socket: Socket, hostname: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) => {
      socket.destroy();
      reject(new Failure(`${hostname}: ${why}`));
    };
    const secure = connect({ socket, servername: hostname, ALPNProtocols: ['http/1.1'] });
    secure.setTimeout(SILENCE_MS, () => failed('it does not answer'));
    secure.once('error', ({ message }) => failed(message));
    secure.once('secureConnect', () => {
      secure.removeAllListeners('error');
      resolve(secure);
    });
  });
}

function exchange(url: URL, headers: Headers, socket: Socket): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) => reject(new Failure(`${url.host}: ${why}`));
    const call = request({
      createConnection: () => socket,
      path: `${url.pathname}${url.search}`,
      headers: { 'user-agent': 'svc', ...headers, host: url.host, connection: 'close' },
    });
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('nothing comes any more')));
    call.once('error', ({ message }) => failed(message));
    call.once('response', (reply) => {
      reply.once('close', () => socket.destroy());
      resolve(reply);
    });
    call.end();
  });
}

/** All of a reply of at most `most` bytes. Refuses a longer one. */
export async function whole(reply: IncomingMessage, most: number, what: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of reply as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > most) throw new Refusal(`${what} has more than ${most / 1024 / 1024} MiB`);
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Failure(`${what} did not come whole: ${(error as Error).message}`);
  }
  return Buffer.concat(parts);
}
