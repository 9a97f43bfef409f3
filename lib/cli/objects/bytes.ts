import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';
import { checkedAgent } from '#lib/cli/config/peers.ts';
import { addressed } from '#lib/cli/forms.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import { SvcError } from '#lib/client/error.ts';

/** A request to a presigned address, the one thing that goes past the client: bytes of objects. */
export interface Exchange {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the bytes to send anew for each attempt. */
  readonly body?: () => Readable;
  /** Statuses that are replies, and not errors, beside those below 300. */
  readonly also?: readonly number[];
}

/** What requests of one command have in common. */
export interface Wire {
  readonly signal: AbortSignal;
  readonly debug: boolean;
  /** The platform that names the addresses. */
  readonly endpoint: string;
}

/** Milliseconds without a byte after which a connection is lost. */
const silence = 60_000;

/** How often a request is tried, and the longest pause between two tries in milliseconds. */
const [tries, longestPause] = [6, 10_000];

const agents = { 'http:': checkedAgent(), 'https:': new SecureAgent({ keepAlive: true }) };

/**
 * Sends a request to a presigned address, and repeats it after lost connections, 429 and 5xx. Answers the reply, whose
 * body is the caller's to read. Rejects with SvcError; the address, which is a secret, is in no message. Refuses what
 * is no address of an object engine.
 */
export async function exchange(address: string, given: Exchange, wire: Wire): Promise<IncomingMessage> {
  const url = addressed(address, wire.endpoint, 'http');
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tried(url, given, wire);
    if (!(outcome instanceof SvcError)) return outcome;
    const { status } = outcome;
    if (attempt === tries || (status > 0 && status < 500 && status !== 429 && status !== 408)) throw outcome;
    await pause(Math.random() * Math.min(longestPause, 200 * 2 ** attempt), undefined, { signal: wire.signal });
  }
}

/** Reads a reply to its end, and forgets it. */
export async function drained(reply: IncomingMessage): Promise<void> {
  for await (const _ of reply);
}

async function tried(url: string, given: Exchange, wire: Wire): Promise<IncomingMessage | SvcError> {
  const { origin, pathname } = new URL(url);
  const began = Date.now();
  const note = (status: number | string) =>
    wire.debug && tell(`debug: ${given.method} ${origin}${pathname} ${status} ${Date.now() - began} ms`);
  try {
    const reply = await sent(url, given, wire.signal);
    const status = reply.statusCode ?? 0;
    note(status);
    return status < 300 || given.also?.includes(status) ? reply : await refusal(reply, pathname);
  } catch (error) {
    if (wire.signal.aborted) throw wire.signal.reason;
    if (!isLost(error)) throw error;
    note('no reply');
    return new SvcError(`no reply from ${origin}: ${error.message}`, { code: 'connection_failed', cause: error });
  }
}

/** Whether the connection failed; files that cannot be read are another matter. */
export const isLost = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|HPE_|ERR_STREAM|CERT|DEPTH|ERR_TLS|SELF)/.test(String(error.code));

function sent(url: string, { method, headers, body }: Exchange, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.startsWith('https:');
  const options = {
    ...urlToHttpOptions(new URL(url)),
    // As it was signed: URL leaves out what a key may have, such as "/../".
    path: url.slice(url.indexOf('/', url.indexOf('//') + 2)),
    method,
    signal,
    agent: agents[isSecure ? 'https:' : 'http:'],
    headers: { ...headers },
    timeout: silence,
  };
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? secure : plain)(options);
    const bytes = body?.();
    outgoing
      .once('error', reject)
      .once('timeout', () => outgoing.destroy(lost(`no data for ${silence / 1000} s`)))
      .once('response', (reply) => {
        // A refusal may come before all is sent.
        if ((reply.statusCode ?? 0) >= 300) bytes?.destroy();
        reply.once('aborted', () => reply.destroy(lost('the connection was lost')));
        resolve(reply);
      });
    if (bytes) pour(bytes, outgoing, reject);
    else outgoing.end();
  });
}

/** Sends a body; what goes wrong while it is read ends the request. */
function pour(bytes: Readable, outgoing: ClientRequest, reject: (error: Error) => void): void {
  bytes.once('error', (error) => {
    reject(error);
    outgoing.destroy();
  });
  outgoing.once('close', () => bytes.destroy());
  bytes.pipe(outgoing);
}

const lost = (message: string): Error => Object.assign(new Error(message), { code: 'ECONNRESET' });

/** The longest error of an object engine that is read, in bytes. */
const longestError = 16_384;

/** What an object engine refuses, in its own words, which are XML. */
async function refusal(reply: IncomingMessage, path: string): Promise<SvcError> {
  let text = '';
  for await (const chunk of reply.setEncoding('utf8')) if (text.length < longestError) text += chunk;
  const field = (name: string) => new RegExp(`<${name}>([^<]{1,1000})</${name}>`).exec(text)?.[1];
  const status = reply.statusCode ?? 0;
  const code = field('Code');
  const message = field('Message') ?? `HTTP ${status}`;
  const requestId = [reply.headers['x-amz-request-id']].flat()[0];
  return new SvcError(`${decoded(path)}: ${message}`, {
    // The engine's own codes are not among those of the API.
    code: (code ?? 'refused') as never,
    status,
    requestId,
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
