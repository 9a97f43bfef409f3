import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { LinkError } from './link-error.ts';

/** A call as it is sent. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back: the status, the error code of the header, when the other side says it is, and the body. */
export interface Received {
  readonly status: number;
  readonly code: string;
  readonly date?: string | undefined;
  readonly text: string;
}

/** How calls reach the control plane. */
export interface Transport {
  /** Rejects with LinkError of status 0 where no answer comes. */
  send(call: Sent): Promise<Received>;
  close(): void;
}

/** Longer than a function has. */
const PATIENCE_MS = 30_000;

/** The most bytes of an answer. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Reaches the host API at `unix:<socket>` or `https://<name>`. Throws for another address. */
export function transportTo(address: string): Transport {
  const [, socketPath] = /^unix:(.+)$/.exec(address) ?? [];
  if (socketPath) return over({ socketPath }, new Agent({ keepAlive: true }), request);
  const url = new URL(address);
  if (url.protocol !== 'https:') throw new Error(`${address} is neither unix:<socket> nor https://<name>`);
  return over({ host: url.hostname, port: url.port || 443 }, new TlsAgent({ keepAlive: true }), tlsRequest);
}

function over(to: RequestOptions, agent: Agent, ask: typeof request): Transport {
  const sendOnce = ({ method, target, headers, body }: Sent): Promise<Received> =>
    new Promise((resolve, reject) => {
      const options = { ...to, agent, method, path: target, headers, timeout: PATIENCE_MS };
      const sent = ask(options, (reply) => void received(reply).then(resolve, reject));
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`)));
      sent.on('error', (error) => reject(sent.reusedSocket && isReset(error) ? new Reset() : error)).end(body);
    });
  return {
    close: () => agent.destroy(),
    send: (call) =>
      sendOnce(call)
        .catch((error) => {
          // The other side had closed the idle connection. Calls can be repeated, so this one goes over a new one.
          if (error instanceof Reset) return sendOnce(call);
          throw error;
        })
        .catch((error: Error) => {
          throw new LinkError(0, 'unreachable', `the control plane does not answer: ${error.message}`);
        }),
  };
}

class Reset extends Error {
  override readonly name = 'Reset';
}

const isReset = ({ code }: NodeJS.ErrnoException): boolean => code === 'ECONNRESET' || code === 'EPIPE';

async function received(reply: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`the answer is larger than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  const code = String(reply.headers['x-error-code'] ?? '');
  const { date } = reply.headers;
  return { status: reply.statusCode ?? 0, code, date, text: Buffer.concat(parts).toString() };
}
