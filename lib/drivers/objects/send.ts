import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

interface Sent {
  method: string;
  /** Path and query as sent. A URL object would drop dot segments, which keys may have. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  ca: string | undefined;
}

/** Milliseconds for one call. */
const TIMEOUT = 20_000;

/** Kept-alive connections, by the authority that they trust. */
const agents = new Map<string, HttpAgent>();

function agentOf({ protocol }: URL, ca: string | undefined): HttpAgent {
  const kept = `${protocol} ${ca}`;
  const options = { keepAlive: true, maxSockets: 64 };
  const agent =
    agents.get(kept) ??
    (protocol === 'http:' ? new HttpAgent(options) : new HttpsAgent({ ...options, ca, allowPartialTrustChain: true }));
  agents.set(kept, agent);
  return agent;
}

/** Sends one request and reads its answer. A redirect is not followed. Rejects only when no answer came in time. */
export async function send(url: URL, sent: Sent): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(TIMEOUT);
  for (;;) {
    const { body, ...rest } = sent;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { ...rest, headers: { ...sent.headers, ...length }, agent: agentOf(url, sent.ca), signal };
    const request = url.protocol === 'http:' ? httpRequest(url, options) : httpsRequest(url, options);
    try {
      return await answerTo(request.end(body));
    } catch (error) {
      // The server closed a kept connection, as it may. A new connection shows whether it still answers.
      if (!request.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    }
  }
}

async function answerTo(request: ClientRequest): Promise<{ status: number; text: string }> {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  return { status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') };
}
