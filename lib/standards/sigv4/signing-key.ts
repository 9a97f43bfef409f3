import { createSecretKey, type KeyObject } from 'node:crypto';
import { type Purpose, scopeOf } from './canonical.ts';
import { hmac } from './core.ts';

interface Derived {
  secret: string;
  key: KeyObject;
}

type SigningKeyOf = (keyId: string, secret: string, date: string, purpose: Purpose) => KeyObject;

/**
 * The signing key of a secret on one day. It is cached by key id, day and scope, and only for the secret that it was
 * derived from, so that a rotated secret gets a new key.
 */
export const signingKey = createSigningKeys(1000);

/** Caches `capacity` signing keys; the oldest is dropped first. */
export function createSigningKeys(capacity: number): SigningKeyOf {
  const derived = new Map<string, Derived>();
  return (keyId, secret, date, purpose) => {
    const scope = scopeOf(date, purpose);
    const name = `${keyId}/${scope}`;
    const known = derived.get(name);
    if (known?.secret === secret) return known.key;
    const bytes = [date, purpose.region, purpose.service, 'aws4_request'].reduce<Buffer>(
      (last, text) => hmac(last, text),
      Buffer.from(`AWS4${secret}`),
    );
    // HMAC with a KeyObject takes a quarter of the time that it takes with the same bytes.
    const key = createSecretKey(bytes);
    derived.delete(name);
    derived.set(name, { secret, key });
    if (derived.size > capacity) derived.delete(derived.keys().next().value as string);
    return key;
  };
}
