import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { StoredKeySet } from '#lib/drivers/tokens/key-set.ts';

/** The signing key file as it stands. */
export async function storedKeys(): Promise<StoredKeySet> {
  return JSON.parse(await readFile(process.env.SVC_SIGNING_KEY_FILE as string, 'utf8'));
}

/** The platform's own current key, as if it had leaked. */
export async function leakedKey(): Promise<{ kid: string; key: KeyObject }> {
  const current = (await storedKeys()).keys.find(({ status }) => status === 'current');
  if (!current) throw new Error('no current key');
  return { kid: current.kid, key: createPrivateKey({ key: current.jwk, format: 'jwk' }) };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWS over exactly this header and payload, made without any JOSE library. */
export function forge(header: object, payload: unknown, signature: (input: string) => Buffer): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${signature(input).toString('base64url')}`;
}

/** RSASSA-PKCS1-v1_5 with SHA-256. */
export const rs256 = (key: KeyObject) => (input: string) => sign('sha256', Buffer.from(input), key);

/** Header and payload of a token, unverified. */
export function peek(token: string): { header: Record<string, unknown>; payload: Record<string, unknown> } {
  const [header = '', payload = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return { header: JSON.parse(header), payload: JSON.parse(payload) };
}
