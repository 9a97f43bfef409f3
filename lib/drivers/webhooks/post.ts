import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';
import type { LookupFunction } from 'node:net';
import { elapsed } from '#lib/drivers/clocks/real.ts';
import { type DeliveryHeaders, noAnswer, patienceSeconds } from './delivery.ts';
import { addressesOf, Unreachable } from './url-policy.ts';

/** Whether an address is one of the platform's own listeners, to which nothing is delivered. */
export type OwnDoor = (address: string, port: number) => Promise<boolean>;

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

/**
 * Sends JSON to a URL: one DNS lookup, one connection, no redirects. It reads only the status and never throws.
 * `isOwnDoor` checks the resolved addresses before anything is connected to.
 */
export async function post(
  url: string,
  body: string,
  headers: DeliveryHeaders,
  isOwnDoor: OwnDoor = async () => false,
): Promise<Answer> {
  const from = elapsed();
  const answer = (status: number | null, error: string | null): Answer => ({
    status,
    error,
    duration_ms: Math.round(elapsed() - from),
  });
  try {
    const signal = AbortSignal.timeout(patienceSeconds * 1000);
    const target = new URL(url);
    const addresses = await Promise.race([allowedOf(target, isOwnDoor), rejection(signal)]);
    const status = await send(target, addresses, body, headers, signal);
    return answer(status, status >= 200 && status < 300 ? null : `answered ${status}`);
  } catch {
    return answer(null, noAnswer);
  }
}

/** The addresses to connect to. Throws Unreachable where one of them is not allowed. */
async function allowedOf(url: URL, isOwnDoor: OwnDoor): Promise<LookupAddress[]> {
  const addresses = await addressesOf(url);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  for (const { address } of addresses) {
    if (await isOwnDoor(address, port)) throw new Unreachable('the platform itself listens there');
  }
  return addresses;
}

function send(
  url: URL,
  addresses: LookupAddress[],
  body: string,
  headers: DeliveryHeaders,
  signal: AbortSignal,
): Promise<number> {
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

/** A lookup that returns the checked addresses, whatever the name resolves to now. */
const pinned =
  (addresses: LookupAddress[]): LookupFunction =>
  (_name, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
