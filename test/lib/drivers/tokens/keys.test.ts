import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { replaceKeyFile } from '#lib/drivers/secrets/key-file.ts';
import type { AccessSubject } from '#lib/drivers/tokens/access-claims.ts';
import type { StoredKey } from '#lib/drivers/tokens/key-set.ts';
import { jwks } from '#lib/drivers/tokens/public-keys.ts';
import { signAccessToken } from '#lib/drivers/tokens/sign.ts';
import { rotateSigningKeys, signingKeys } from '#lib/drivers/tokens/signing-key-file.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { useKeyFolder } from '#test/lib/drivers/secrets/key-folder.ts';
import { peek, storedKeys } from '#test/lib/drivers/tokens/forge.ts';

const folder = await useKeyFolder();

const now = new Date('2026-11-21T04:10:00Z');
const subject: AccessSubject = { sub: 'usr-1', account_id: '123456789012', typ: 'root', amr: ['pwd'], sid: 'ses-1' };
const statuses = async () => Object.fromEntries((await storedKeys()).keys.map(({ kid, status }) => [status, kid]));
const publishedKids = async () => (await jwks(true)).keys.map(({ kid }) => kid);

/** RFC 7638, section 3: SHA-256 of the required members in lexical order. */
const thumbprint = ({ e, kty, n }: { e: string; kty: string; n: string }) =>
  createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');

test('the kid is the RFC 7638 thumbprint', async () => {
  const example = {
    kty: 'RSA',
    n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
    e: 'AQAB',
  };
  expect(thumbprint(example)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
  const [key] = (await jwks()).keys;
  expect(key?.kid).toBe(thumbprint(key as typeof example));
});

test('what is published is the public half alone', async () => {
  const { keys } = await jwks();
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']]);
  expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', e: 'AQAB' });
});

test('a key is published before it signs, and verifies after it has retired until it is dropped', async () => {
  const first = await signAccessToken(subject, now);
  const { current: kidOne } = await statuses();
  expect(peek(first).header.kid).toBe(kidOne);

  await rotateSigningKeys(now);
  const { current, next: kidTwo } = await statuses();
  expect(current).toBe(kidOne);
  expect(await publishedKids()).toEqual([kidOne, kidTwo]);
  expect(peek(await signAccessToken(subject, now)).header.kid).toBe(kidOne);

  await rotateSigningKeys(now);
  expect(await statuses()).toMatchObject({ retired: kidOne, current: kidTwo });
  const second = await signAccessToken(subject, now);
  await signingKeys(true);
  const third = await signAccessToken(subject, now);
  expect(peek(third).header.kid).toBe(kidTwo);
  for (const token of [first, second, third]) expect((await verifyAccessToken(token, now)).sub).toBe('usr-1');

  const anHourLater = new Date(now.getTime() + 3_600_000);
  await rotateSigningKeys(anHourLater);
  expect(await publishedKids()).not.toContain(kidOne);
  await expect(verifyAccessToken(first, now)).rejects.toMatchObject({ code: 'invalid_token' });
  expect((await verifyAccessToken(third, now)).sub).toBe('usr-1');
});

test('SVC_JWKS as text or file verifies without any signing key', async () => {
  const token = await signAccessToken(subject, now);
  const text = JSON.stringify(await jwks(true));
  const path = join(folder, 'jwks.json');
  await writeFile(path, text);
  vi.stubEnv('SVC_SIGNING_KEY_FILE', undefined);
  for (const setting of [text, ` ${text}`, path]) {
    vi.stubEnv('SVC_JWKS', setting);
    expect((await verifyAccessToken(token, now)).sub).toBe('usr-1');
    expect(await jwks()).toEqual(JSON.parse(text));
  }
});

test('a key newly published in a file is found by the first token that names it', async () => {
  const path = join(folder, 'growing.json');
  vi.stubEnv('SVC_JWKS', undefined);
  vi.stubEnv('SVC_SIGNING_KEY_FILE', join(folder, 'old.json'));
  await replaceKeyFile(path, JSON.stringify(await jwks()));
  vi.stubEnv('SVC_SIGNING_KEY_FILE', join(folder, 'new.json'));
  const token = await signAccessToken(subject, now);
  const grown = JSON.stringify(await jwks());
  vi.stubEnv('SVC_JWKS', path);
  await expect(verifyAccessToken(token, now)).rejects.toMatchObject({ code: 'invalid_token' });
  await replaceKeyFile(path, grown);
  expect((await verifyAccessToken(token, now)).sub).toBe('usr-1');
});

test('a setting that cannot verify is refused in words', async () => {
  vi.stubEnv('SVC_SIGNING_KEY_FILE', join(folder, 'signing.json'));
  vi.stubEnv('SVC_JWKS', undefined);
  const [stored] = (await storedKeys()).keys as [StoredKey];
  const { kty, n, e } = stored.jwk;
  const settings: [string, string][] = [
    ['{', 'SVC_JWKS: not a JWKS document'],
    ['{}', 'SVC_JWKS: not a JWKS document'],
    ['{"keys":[]}', 'SVC_JWKS: must hold keys with unique kids'],
    [JSON.stringify({ keys: [{ kid: 'a', ...stored.jwk }] }), 'SVC_JWKS: a private key stands among the public ones'],
    [JSON.stringify({ keys: [{ kty, n, e }] }), 'SVC_JWKS: every key must be an RSA key with a kid'],
    [JSON.stringify({ keys: [{ kid: 'a', kty: 'oct', k: 'AAAA' }] }), 'SVC_JWKS: every key must be an RSA key'],
    [JSON.stringify({ keys: [{ kid: 'a', kty, e, n: n?.slice(0, 171) }] }), 'SVC_JWKS: key a has fewer than 2048 bits'],
    [join(folder, 'none.json'), `key file ${join(folder, 'none.json')} does not exist`],
  ];
  for (const [setting, message] of settings) {
    vi.stubEnv('SVC_JWKS', setting);
    await expect(jwks()).rejects.toThrow(message);
  }
});

test('a signing key file without exactly one current key, or of a newer format, is refused', async () => {
  vi.stubEnv('SVC_JWKS', undefined);
  const set = await storedKeys();
  const [key] = set.keys as [StoredKey];
  const files: [object, string][] = [
    [{ ...set, format: 2 }, 'unknown format; a newer version wrote it'],
    [{ format: 1, keys: [{ ...key, status: 'retired' }] }, 'must hold exactly one current key'],
    [{ format: 1, keys: [key, key].map((k) => ({ ...k, status: 'current' })) }, 'must hold exactly one current key'],
    [{ format: 1, keys: [{ ...key, status: 'current', jwk: {} }] }, 'not a key file of this version'],
  ];
  for (const [n, [content, message]] of files.entries()) {
    const path = join(folder, `bad-${n}.json`);
    await replaceKeyFile(path, JSON.stringify(content));
    vi.stubEnv('SVC_SIGNING_KEY_FILE', path);
    await expect(signAccessToken(subject, now)).rejects.toThrow(`key file ${path}: ${message}`);
  }
  vi.stubEnv('SVC_SIGNING_KEY_FILE', undefined);
  await expect(signAccessToken(subject, now)).rejects.toThrow('SVC_SIGNING_KEY_FILE is not set');
});
