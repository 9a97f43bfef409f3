import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { ACCESS_TOKEN_SECONDS, type AccessSubject } from '#lib/drivers/tokens/access-claims.ts';
import { jwks } from '#lib/drivers/tokens/public-keys.ts';
import { signAccessToken } from '#lib/drivers/tokens/sign.ts';
import { createVerifier, verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { useKeyFolder } from '#test/lib/drivers/secrets/key-folder.ts';
import { forge, leakedKey, peek, rs256 } from '#test/lib/drivers/tokens/forge.ts';

await useKeyFolder();

const subject: AccessSubject = {
  sub: 'usr-01jd0000000000000000000000',
  account_id: '123456789012',
  typ: 'iam',
  username: 'asha',
  amr: ['pwd', 'otp'],
  sid: 'ses-01jd0000000000000000000000',
};
const now = new Date('2026-11-21T04:10:00.750Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const seconds = Math.floor(now.getTime() / 1000);

const genuine = await signAccessToken(subject, now);
const { header, payload } = peek(genuine);
const { kid, key } = await leakedKey();
const invalid = { name: 'ApiError', code: 'invalid_token', status: 401, message: 'invalid access token' };
const expired = { name: 'ApiError', code: 'token_expired', status: 401 };

test('a signed token carries the claims of contract 4.6 and comes back whole', async () => {
  const claims = await verifyAccessToken(genuine, now);
  expect(claims).toEqual({
    ...subject,
    iss: 'svc',
    aud: 'svc-api',
    iat: seconds,
    exp: seconds + ACCESS_TOKEN_SECONDS,
    jti: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
  });
  expect(header).toEqual({ alg: 'RS256', typ: 'at+jwt', kid });
});

test('claims that requests share cannot be changed by one of them', async () => {
  const claims = await verifyAccessToken(genuine, now);
  expect(() => Object.assign(claims, { account_id: '999999999999' })).toThrow(TypeError);
  expect(() => (claims.amr as string[]).push('otp')).toThrow(TypeError);
});

test('two tokens of one moment differ in jti', async () => {
  const other = await signAccessToken(subject, now);
  expect(peek(other).payload.jti).not.toBe(payload.jti);
});

test('it dies at exp to the second, cold and warm alike', async () => {
  const cold = await signAccessToken(subject, now);
  await expect(verifyAccessToken(cold, after(900))).rejects.toMatchObject(expired);
  expect((await verifyAccessToken(cold, after(899))).jti).toBe(peek(cold).payload.jti);
  await expect(verifyAccessToken(cold, after(900))).rejects.toMatchObject(expired);
  await verifyAccessToken(cold, after(899));
});

test('a warm verification answers from memory, which is bounded', async () => {
  const verify = createVerifier(await jwks(), 2);
  const tokens = await Promise.all([1, 2, 3].map(() => signAccessToken(subject, now)));
  const [first = '', second = '', third = ''] = tokens;
  const remembered = await verify(first, now);
  expect(await verify(first, now)).toBe(remembered);
  await verify(second, now);
  expect(await verify(first, now)).toBe(remembered);
  await verify(third, now);
  const again = await verify(first, now);
  expect(again).not.toBe(remembered);
  expect(again).toEqual(remembered);
});

test('what was remembered does not vouch for a token that differs in one character', async () => {
  await verifyAccessToken(genuine, now);
  for (let at = 0; at < genuine.length; at += 7) {
    const altered = `${genuine.slice(0, at)}${genuine[at] === 'A' ? 'B' : 'A'}${genuine.slice(at + 1)}`;
    await expect(verifyAccessToken(altered, now), `changed at ${at}`).rejects.toMatchObject(invalid);
  }
});

const { privateKey: strangersKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' });
const publicDer = createPublicKey(key).export({ type: 'spki', format: 'der' });
const hs256 = (secret: string | Buffer) => (input: string) => createHmac('sha256', secret).update(input).digest();
const genuineSignature = () => Buffer.from(genuine.split('.')[2] as string, 'base64url');

test.each<[string, string]>([
  ['alg none without a signature', forge({ ...header, alg: 'none' }, payload, () => Buffer.alloc(0))],
  ['alg none with the genuine signature', forge({ ...header, alg: 'none' }, payload, genuineSignature)],
  ['HS256 under the public key in PEM', forge({ ...header, alg: 'HS256' }, payload, hs256(publicPem as string))],
  ['HS256 under the public key in DER', forge({ ...header, alg: 'HS256' }, payload, hs256(publicDer))],
  ['HS256 under an empty secret', forge({ ...header, alg: 'HS256' }, payload, hs256(''))],
  ['RS256 called rs256', forge({ ...header, alg: 'rs256' }, payload, rs256(key))],
  ['no alg', forge({ typ: 'at+jwt', kid }, payload, rs256(key))],
  ["a stranger's key under our kid", forge(header, payload, rs256(strangersKey))],
  ['an unknown kid', forge({ ...header, kid: 'unknown' }, payload, rs256(key))],
  ['a kid that is no text', forge({ ...header, kid: { $ne: '' } }, payload, rs256(key))],
  [
    'a key of its own in the header',
    forge({ ...header, kid: 'own', jwk: strangersKey.export({ format: 'jwk' }) }, payload, rs256(strangersKey)),
  ],
  ['an unknown critical extension', forge({ ...header, crit: ['x'], x: 1 }, payload, rs256(key))],
  ['an unencoded payload', forge({ ...header, b64: false, crit: ['b64'] }, payload, rs256(key))],
  ['another payload under a genuine signature', forge(header, { ...payload, typ: 'root' }, genuineSignature)],
])('a forged token is invalid: %s', async (_, token) => {
  await expect(verifyAccessToken(token, now)).rejects.toMatchObject(invalid);
});

const without = (claim: string) => Object.fromEntries(Object.entries(payload).filter(([name]) => name !== claim));

test.each<[string, object, object]>([
  ['no typ', { alg: 'RS256', kid }, payload],
  ['typ JWT', { ...header, typ: 'JWT' }, payload],
  ['typ of another kind of token', { ...header, typ: 'rt+jwt' }, payload],
  ['another issuer', header, { ...payload, iss: 'svc2' }],
  ['another audience', header, { ...payload, aud: 'svc-console' }],
  ['several audiences', header, { ...payload, aud: ['svc-api', 'other'] }],
  ['nbf in the future', header, { ...payload, nbf: seconds + 1 }],
  ['exp as text', header, { ...payload, exp: String(seconds + 900) }],
  ['exp without end', header, { ...payload, exp: 1e308 }],
  ['iat as text', header, { ...payload, iat: 'now' }],
  ['an unknown typ of principal', header, { ...payload, typ: 'operator' }],
  ['an account id of eleven digits', header, { ...payload, account_id: '12345678901' }],
  ['an account id that is a number', header, { ...payload, account_id: 123456789012 }],
  ['amr as text', header, { ...payload, amr: 'pwd' }],
  ['a username that is no text', header, { ...payload, username: {} }],
  ['an empty key_id', header, { ...payload, key_id: '' }],
  ['a payload that is a list', header, [payload]],
  ['a payload that is null', header, null as unknown as object],
  ...['iss', 'sub', 'aud', 'iat', 'exp', 'jti', 'account_id', 'typ', 'amr', 'sid'].map(
    (claim): [string, object, object] => [`no ${claim}`, header, without(claim)],
  ),
])('a token under our own key is invalid with %s', async (_, forgedHeader, forgedPayload) => {
  const token = forge(forgedHeader, forgedPayload, rs256(key));
  await expect(verifyAccessToken(token, now)).rejects.toMatchObject(invalid);
});

test('an expired token of a stranger is invalid, not expired', async () => {
  const old = { ...payload, exp: seconds - 1 };
  await expect(verifyAccessToken(forge(header, old, rs256(strangersKey)), now)).rejects.toMatchObject(invalid);
  await expect(verifyAccessToken(forge(header, old, rs256(key)), now)).rejects.toMatchObject(expired);
});

test.each<[string, string]>([
  ['nothing', ''],
  ['dots', '..'],
  ['four parts', `${genuine}.x`],
  ['two parts', genuine.split('.').slice(0, 2).join('.')],
  ['a byte that is no base64url', genuine.replace('.', '.!')],
  ['blanks around', ` ${genuine} `],
  ['NUL', '\0'],
  ['text beyond ASCII', `${genuine}é𝕏`],
  ['lone surrogates', '\ud800.\ud800.\ud800'],
  ['a JSON serialisation', JSON.stringify({ payload: 'e30', protected: 'e30', signature: '' })],
  ['deep JSON', forge(header, JSON.parse('['.repeat(500) + ']'.repeat(500)), rs256(key))],
  ['a megabyte', 'a'.repeat(1_000_000)],
  ['a megabyte of dots', '.'.repeat(1_000_000)],
  ['a genuine one that is too long', forge(header, { ...payload, filler: 'x'.repeat(4096) }, rs256(key))],
])('what is no token is invalid: %s', async (_, token) => {
  await expect(verifyAccessToken(token, now)).rejects.toMatchObject(invalid);
});

test('keys that cannot be read are our fault, not the token’s', async () => {
  vi.stubEnv('SVC_JWKS', '{"keys":[]}');
  await expect(verifyAccessToken(genuine, now)).rejects.toMatchObject({ name: 'KeyFileError' });
  vi.stubEnv('SVC_JWKS', undefined);
});
