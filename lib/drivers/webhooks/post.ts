import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressesOf, Unreachable } from './url-policy.ts';

/**
 * The X-Svc-Signature: `t=<epoch seconds>,v1=<HMAC-SHA256 of "<t>.<body>" under the secret, in hex>`. The receiver
 * computes the same over the body's bytes, and refuses a `t` that is too old.
 */
export function signed(secret: string, body: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

/** The outcome of an attempt; `error` is null only for a 2xx. */
export interface Answer {
  /** Null without a response. */
  status: number | null;
  error: string | null;
  duration_ms: number;
}

/** The time limit of an attempt in milliseconds. */
const timeoutMs = 5_000;

/** Sends JSON to a URL: one DNS lookup, one connection, no redirects; it reads only the status. It never throws. */
export async function post(url: string, body: string, headers: Record<string, string>): Promise<Answer> {
  const from = performance.now();
  const answer = (status: number | null, error: string | null): Answer => ({
    status,
    error,
    duration_ms: Math.round(performance.now() - from),
  });
  try {
    const status = await send(new URL(url), body, headers, AbortSignal.timeout(timeoutMs));
    return answer(status, status >= 200 && status < 300 ? null : `answered ${status}`);
  } catch (error) {
    return answer(null, explain(error));
  }
}

async function send(url: URL, body: string, headers: Record<string, string>, signal: AbortSignal): Promise<number> {
  const addresses = await Promise.race([addressesOf(url), rejection(signal)]);
  const request = url.protocol === 'https:' ? encrypted : plain;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      lookup: pinned(addresses),
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'svc-webhooks/1',
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.on('error', () => undefined);
      sent.destroy();
    });
    sent.end(body);
  });
}

/** A lookup that answers the checked addresses, regardless of what the name resolves to now. */
const pinned =
  (addresses: LookupAddress[]): LookupFunction =>
  (_name, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

const errorTexts: Record<string, string> = {
  TimeoutError: `no answer within ${timeoutMs / 1000} seconds`,
  AbortError: `no answer within ${timeoutMs / 1000} seconds`,
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
};

function explain(error: unknown): string {
  if (error instanceof Unreachable) return error.message;
  const { name = '', code = '', errors } = error as { name?: string; code?: string; errors?: { code?: string }[] };
  const known = errorTexts[code] ?? errorTexts[errors?.[0]?.code ?? ''] ?? errorTexts[name];
  return (
    known ??
    (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_|SELF_|UNABLE_)/.test(code)
      ? 'the certificate is not good'
      : 'the connection failed')
  );
}
