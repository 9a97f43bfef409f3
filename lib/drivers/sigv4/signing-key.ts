import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { SigningRules } from './rules.ts';

interface Derived {
  secret: string;
  key: KeyObject;
}

type SigningKeyOf = (keyId: string, secret: string, date: string, rules: SigningRules) => KeyObject;

/**
 * The signing key of one secret on one day. It is remembered by key id, day and scope, and only for the secret that it
 * was derived from: a rotated secret is derived anew.
 */
export const signingKey = createSigningKeys(1000);

/** A memory of so many signing keys; the eldest makes way. */
export function createSigningKeys(capacity: number): SigningKeyOf {
  const derived = new Map<string, Derived>();
  return (keyId, secret, date, { region, service }) => {
    const name = `${keyId}/${date}/${region}/${service}`;
    const known = derived.get(name);
    if (known?.secret === secret) return known.key;
    const steps = [date, region, service, 'aws4_request'];
    const bytes = steps.reduce<Buffer>((last, text) => hmac(last, text), Buffer.from(`AWS4${secret}`));
    // HMAC under a KeyObject takes a quarter of the time that it takes under the same bytes.
    const key = createSecretKey(bytes);
    derived.delete(name);
    derived.set(name, { secret, key });
    if (derived.size > capacity) derived.delete(derived.keys().next().value as string);
    return key;
  };
}

/** HMAC-SHA256. */
export function hmac(key: Buffer | KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
