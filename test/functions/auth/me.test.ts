import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { handler as jwks } from '#functions/auth/sessions/jwks.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { keys } from '#lib/store/keys.ts';
import { remove, transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { unverified } from '#lib/testing/functions/verified.ts';
import { forge, leakedKey, peek, rs256 } from '#test/lib/drivers/tokens/forge.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await unverified({ name: 'Asha' });
});
afterEach(resetClock);

async function refused(bearer: string, code = 'invalid_token') {
  const reply = await call(me, { bearer });
  expect({ status: reply.status, code: reply.headers['x-error-code'] }).toEqual({ status: 401, code });
}

test('me is who I am, all of it', async () => {
  const reply = await call(me, { bearer: user.bearer });
  expect(reply.body).toEqual({
    type: 'root',
    id: user.user.id,
    email: user.email,
    username: null,
    name: 'Asha',
    account_id: user.account_id,
    email_verified: false,
    mfa_enabled: false,
    role: 'owner',
    groups: [],
    policies: [],
    status: 'pending_verification',
    created_at: user.user.created_at,
    accounts: [{ account_id: user.account_id, name: 'Asha', role: 'owner' }],
    auth_method: 'password',
    operator: false,
  });
});

test('the cookie is a login too, and the header beats it', async () => {
  const other = await signedUp();
  expect((await call(me, { cookies: { svc_access: user.bearer } })).body.id).toBe(user.user.id);
  const both = await call(me, { bearer: other.bearer, cookies: { svc_access: user.bearer } });
  expect(both.body.id).toBe(other.user.id);
  const spoilt = await call(me, { bearer: 'nonsense', cookies: { svc_access: user.bearer } });
  expect(spoilt.status).toBe(401);
});

test('a token lasts 900 s, to the second', async () => {
  const other = await signedUp();
  advanceClock(895);
  expect((await call(me, { bearer: other.bearer })).status).toBe(200);
  advanceClock(5);
  await refused(other.bearer, 'token_expired');
});

test('a token of a user who is gone is refused', async () => {
  const other = await signedUp();
  await transact([remove(keys.user(other.user.id))]);
  await refused(other.bearer);
});

test('the claims are those of the contract', () => {
  const { header, payload } = peek(user.bearer);
  expect(header).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) });
  expect(Object.keys(payload).sort()).toEqual(
    ['account_id', 'amr', 'aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub', 'typ'].sort(),
  );
  expect(payload).toMatchObject({ sub: user.user.id, account_id: user.account_id, typ: 'root', amr: ['pwd'] });
});

test('tokens signed by nobody, or with the public key as a secret, are refused', async () => {
  const { header, payload } = peek(user.bearer);
  const { keys: published } = (await call(jwks)).body;
  const publicKey = JSON.stringify(published[0]);
  await refused(forge({ ...header, alg: 'none' }, payload, () => Buffer.alloc(0)));
  await refused(forge({ ...header, alg: 'None' }, payload, () => Buffer.alloc(0)));
  const hmac = (secret: string) => (input: string) => createHmac('sha256', secret).update(input).digest();
  await refused(forge({ ...header, alg: 'HS256' }, payload, hmac(publicKey)));
  await refused(forge({ ...header, alg: 'HS256' }, payload, hmac(published[0].n)));
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await refused(forge(header, payload, rs256(stranger.privateKey)));
  await refused(
    forge({ ...header, jwk: stranger.publicKey.export({ format: 'jwk' }) }, payload, rs256(stranger.privateKey)),
  );
  await refused(`${user.bearer.slice(0, -4)}AAAA`);
  await refused(user.bearer.split('.').slice(0, 2).join('.'));
});

test('even with our own key, a token must be one of ours in every claim', async () => {
  const { header, payload } = peek(user.bearer);
  const { key } = await leakedKey();
  const signed = (change: object, other = header) => forge(other, { ...payload, ...change }, rs256(key));
  expect((await call(me, { bearer: signed({}) })).status).toBe(200);
  await refused(signed({ exp: undefined }));
  await refused(signed({ iss: 'other' }));
  await refused(signed({ aud: 'other' }));
  await refused(signed({ typ: 'admin' }));
  await refused(signed({ typ: 'iam' }));
  await refused(signed({}, { ...header, typ: 'JWT' }));
  await refused(signed({ exp: 1 }), 'token_expired');
  const other = await signedUp();
  await refused(signed({ account_id: other.account_id }));
  await refused(signed({ sub: other.user.id }));
  await refused(signed({ sid: peek(other.bearer).payload.sid }));
  await refused(signed({ sid: 'ses-01m7ye8x7kv53mpa93vyd0mve9' }));
});

test('the public keys are public, and nothing else of them is', async () => {
  const reply = await call(jwks, { bearer: 'nonsense' });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    keys: [
      { kty: 'RSA', use: 'sig', alg: 'RS256', kid: peek(user.bearer).header.kid, n: expect.any(String), e: 'AQAB' },
    ],
  });
});
