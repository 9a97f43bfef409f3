import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { SigningRules } from './rules.ts';

interface Derived {
  secret: string;
  key: KeyObject;
}

/** Room for so many signing keys; the eldest makes way. */
const CAPACITY = 1000;

const derivedKeys = new Map<string, Derived>();

/**
 * The signing key of one secret on one day. It is remembered by key id, day and scope, and only for the secret that it
 * was derived from: a rotated secret is derived anew.
 */
export function signingKey(keyId: string, secret: string, date: string, { region, service }: SigningRules): KeyObject {
  const name = `${keyId}/${date}/${region}/${service}`;
  const known = derivedKeys.get(name);
  if (known?.secret === secret) return known.key;
  const steps = [date, region, service, 'aws4_request'];
  const bytes = steps.reduce<Buffer>((last, text) => hmac(last, text), Buffer.from(`AWS4${secret}`));
  // HMAC under a KeyObject takes a quarter of the time that it takes under the same bytes.
  const key = createSecretKey(bytes);
  derivedKeys.delete(name);
  derivedKeys.set(name, { secret, key });
  if (derivedKeys.size > CAPACITY) derivedKeys.delete(derivedKeys.keys().next().value as string);
  return key;
}

/** HMAC-SHA256. */
export function hmac(key: Buffer | KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
