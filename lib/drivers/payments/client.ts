import type { IncomingMessage } from 'node:http';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { GatewayRefusal, GatewayUnknown } from './gateway.ts';
import { gatewayKeys } from './keys.ts';
import { idOf, short, type Wire } from './wire.ts';

/** Timeout of one call in milliseconds, until the last byte of the reply. */
const timeoutMs = 5_000;

/** The maximum size of a reply in bytes, eight times a page of a hundred invoices. */
const maxReplyBytes = 8 * 1024 * 1024;

type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Calls Razorpay's API once. `path` is the path below /v1 in segments; `sent` is the body, or the query of a GET.
 * Returns the entity. Throws GatewayRefusal when the request was refused and had no effect. Throws GatewayUnknown when
 * the outcome is unknown: no answer in 5 seconds, a redirect (which is not followed), 408, 429, 5xx, or a 2xx without a
 * JSON object. `what` names the call in errors.
 */
export async function ask(what: string, method: Method, path: readonly string[], sent?: object): Promise<Wire> {
  if (!path.every(idOf)) throw new GatewayRefusal(404, 'The id provided does not exist', 'id');
  const { status, text } = await exchange(what, method, `/v1/${path.join('/')}`, sent);
  const body = objectOf(text);
  if (status >= 200 && status < 300 && body) return body;
  if (status < 400 || status >= 500 || status === 429 || status === 408)
    throw new GatewayUnknown(`${what} (${status})`);
  const error = typeof body?.error === 'object' ? (body.error as Wire | null) : null;
  throw new GatewayRefusal(status, short(error?.description) ?? `refused with ${status}`, short(error?.field));
}

async function exchange(what: string, method: Method, path: string, sent: object | undefined) {
  const { key_id, key_secret } = await gatewayKeys();
  const query = method === 'GET' && sent ? `?${new URLSearchParams(Object.entries(sent).map(asTexts))}` : '';
  const body = method === 'POST' && sent ? JSON.stringify(sent) : undefined;
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`,
    'user-agent': 'svc-payments/1',
    ...(body && { 'content-type': 'application/json' }),
  };
  try {
    const reply = await send(path + query, { method, headers, signal: AbortSignal.timeout(timeoutMs) }, body);
    return { status: reply.statusCode ?? 0, text: await readText(reply) };
  } catch (cause) {
    throw new GatewayUnknown(what, { cause });
  }
}

/**
 * Sends one request to Razorpay's API (razorpay.com/docs/api), or to SVC_GATEWAY_URL, which may be a unix socket
 * (`fetch` does not support them). Each request opens a connection. A kept one may have been closed while the function
 * was frozen, which would leave the outcome unknown.
 */
async function send(path: string, options: object, body: string | undefined): Promise<IncomingMessage> {
  const baseUrl = setting('SVC_GATEWAY_URL');
  const socketPath = socketOf(baseUrl);
  const url = new URL((socketPath === undefined ? baseUrl : 'http://localhost') + path);
  // Imported at the first call: Node needs 10 ms to load either module.
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ...options, agent: false, ...(socketPath && { socketPath }) }, resolve);
    outgoing.on('error', reject).end(body);
  });
}

const asTexts = ([name, value]: [string, unknown]): [string, string] => [name, String(value)];

async function readText(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxReplyBytes) throw new Error(`the reply is larger than ${maxReplyBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function objectOf(text: string): Wire | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
