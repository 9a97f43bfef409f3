import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { KeyFileError } from '#lib/drivers/secrets/key-file.ts';

/** A public signing key as published (RFC 7517). */
export interface PublicJwk {
  kty: 'RSA';
  use: 'sig';
  alg: 'RS256';
  kid: string;
  n: string;
  e: string;
}

/** The public keys that verify access tokens, as the public route shows them. */
export interface Jwks {
  keys: PublicJwk[];
}

/** One key of the signing key file. A `next` key is published before it signs; a `retired` key still verifies. */
export interface StoredKey {
  kid: string;
  status: 'next' | 'current' | 'retired';
  created_at: string;
  retired_at?: string;
  /** The private RSA key (RFC 7517). */
  jwk: JsonWebKey;
}

/** The signing key file. */
export interface StoredKeySet {
  format: 1;
  keys: StoredKey[];
}

/** A parsed and checked signing key file. */
export interface SigningKeys {
  stored: StoredKeySet;
  current: { kid: string; privateKey: KeyObject };
  jwks: Jwks;
}

/**
 * Parses a signing key file: RSA keys of 2048 bits or more, unique kids, exactly one current key. Throws KeyFileError
 * otherwise.
 */
export function parseSigningKeys(text: string): SigningKeys {
  const stored = JSON.parse(text) as StoredKeySet;
  if (stored.format !== 1) throw new KeyFileError('unknown format; a newer version wrote it');
  const [current, ...others] = stored.keys.filter(({ status }) => status === 'current');
  if (!current || others.length > 0) throw new KeyFileError('must hold exactly one current key');
  return {
    stored,
    current: { kid: current.kid, privateKey: createPrivateKey({ key: current.jwk, format: 'jwk' }) },
    jwks: toJwks(stored.keys.map(({ kid, jwk }) => ({ kid, kty: jwk.kty, n: jwk.n, e: jwk.e }))),
  };
}

/** Parses a JWKS document of public keys. Throws KeyFileError for any other key, in particular for private ones. */
export function parseJwks(text: string): Jwks {
  const { keys } = JSON.parse(text) as { keys: UnknownKey[] };
  if (keys.some((key) => 'd' in key)) throw new KeyFileError('a private key stands among the public ones');
  return toJwks(keys);
}

/** Any key of a document, before it is checked. */
interface UnknownKey {
  kid?: string | undefined;
  kty?: string | undefined;
  n?: string | undefined;
  e?: string | undefined;
}

function toJwks(keys: readonly UnknownKey[]): Jwks {
  const kids = new Set(keys.map(({ kid }) => kid));
  if (keys.length === 0 || kids.size !== keys.length) throw new KeyFileError('must hold keys with unique kids');
  const published = keys.map(({ kid, kty, n, e }): PublicJwk => {
    if (!kid || kty !== 'RSA' || !n || !e) throw new KeyFileError('every key must be an RSA key with a kid');
    const bits = createPublicKey({ key: { kty, n, e }, format: 'jwk' }).asymmetricKeyDetails?.modulusLength ?? 0;
    if (bits < 2048) throw new KeyFileError(`key ${kid} has fewer than 2048 bits`);
    return { kty, use: 'sig', alg: 'RS256', kid, n, e };
  });
  return { keys: published };
}

/** How long a retired key still verifies: much longer than a token is valid. */
const RETIRED_KEY_MS = 3_600_000;

/**
 * The key set after a rotation: the `next` key becomes current, the current key becomes retired, and `newKey` is
 * published as next. Keys that retired over an hour ago are removed.
 */
export function rotated(set: StoredKeySet, newKey: StoredKey, now: Date): StoredKeySet {
  const promoting = set.keys.some(({ status }) => status === 'next');
  const keys = set.keys.map((key): StoredKey => {
    if (promoting && key.status === 'next') return { ...key, status: 'current' };
    if (promoting && key.status === 'current') return { ...key, status: 'retired', retired_at: now.toISOString() };
    return key;
  });
  const live = keys.filter(({ retired_at }) => !retired_at || now.getTime() - Date.parse(retired_at) < RETIRED_KEY_MS);
  return { format: 1, keys: [...live, { ...newKey, status: 'next' }] };
}

/** A key set in its stored form. */
export const textOf = (set: StoredKeySet): string => `${JSON.stringify(set, null, 1)}\n`;
