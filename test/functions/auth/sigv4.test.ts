import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as prices } from '#functions/compute/prices/list.ts';
import { handler as importKey } from '#functions/compute/ssh-keys/import.ts';
import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import type { AccessKeyRecord } from '#lib/store/identity/access-keys.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { remove, transact, update } from '#lib/store/platform/write.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { accessKey, type Credentials, iamUser } from '#lib/testing/functions/iam-users.ts';
import { type Signing, signed } from '#lib/testing/functions/sign.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let owner: SignedUp;
beforeAll(async () => {
  owner = await signedUp();
});

let user: IamUserRecord;
let key: Credentials;
beforeEach(async () => {
  user = await iamUser(owner.account_id);
  key = await accessKey(user);
});
afterEach(resetClock);

const ask = (signing: Signing = {}, as = key) => call(me, signed(me, as, signing));
const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];
const forms = ['header', 'query'] as const;

test.each(forms)('a signature in the %s is a login', async (form) => {
  const reply = await ask({ form });
  expect(reply).toMatchObject({
    status: 200,
    body: { type: 'iam', id: user.id, username: user.username, account_id: owner.account_id, auth_method: 'sigv4' },
  });
  expect(reply.headers.ratelimit).toMatch(/^"default";r=\d+;t=1$/);
});

test.each(forms)('what was signed otherwise than it was sent is refused: %s', async (form) => {
  const right = signed(me, key, { form });
  const { headers, rawQuery } = right;
  for (const change of [
    { method: 'POST', path: '/auth/me' },
    { path: '/auth/me2', method: 'GET' },
    { rawQuery: rawQuery ? `${rawQuery}&a=b` : 'a=b' },
    { headers: { ...headers, host: 'other.example' } },
    { rawBody: '{}', headers: { ...headers, 'content-type': 'application/json' } },
  ]) {
    expect(verdict(await call(me, { ...right, ...change }))).toEqual([401, 'invalid_signature']);
  }
});

test('an unknown key and a wrong secret are refused in the same words', async () => {
  const replies = await Promise.all([
    ask({}, { ...key, secret_key: 'x'.repeat(40) }),
    ask({}, { ...key, access_key_id: 'SVCNOBODYSKEY2345672' }),
  ]);
  for (const reply of replies) expect(verdict(reply)).toEqual([401, 'invalid_signature']);
  expect(replies[0]!.body).toEqual(replies[1]!.body);
});

test('an unknown key and a wrong secret ask the same of the table, known before or not', async () => {
  const wrong = { ...key, secret_key: 'x'.repeat(40) };
  const cold = await tableCalls(() => ask({}, wrong));
  expect(cold.calls).toHaveLength(1);
  await ask();
  expect(await tableCalls(() => ask({}, wrong))).toEqual(cold);
  expect(await tableCalls(() => ask({}, { ...key, access_key_id: 'SVCNOBODYSKEY2345672' }))).toEqual(cold);
});

test('the signer may be five minutes off, by the real clock', async () => {
  expect((await ask({ ahead: 290 })).status).toBe(200);
  expect((await ask({ ahead: -290 })).status).toBe(200);
  expect(verdict(await ask({ ahead: 310 }))).toEqual([401, 'signature_expired']);
  expect(verdict(await ask({ ahead: -310 }))).toEqual([401, 'signature_expired']);
  advanceClock(86_400);
  expect((await ask()).status).toBe(200);
});

test('a signed query holds as long as it says', async () => {
  expect((await ask({ form: 'query', ahead: -250 })).status).toBe(200);
  expect(verdict(await ask({ form: 'query', ahead: -250, expires: 200 }))).toEqual([401, 'signature_expired']);
});

test('a key that is switched off is refused at the next request, and told so to its holder alone', async () => {
  expect((await ask()).status).toBe(200);
  await transact([update(keys.accessKey(key.access_key_id), { set: { status: 'inactive' } })]);
  const reply = await ask();
  expect(verdict(reply)).toEqual([401, 'key_inactive']);
  expect(reply.body.error).toBe(`access key ${key.access_key_id} is inactive`);
  expect(verdict(await ask({}, { ...key, secret_key: 'x'.repeat(40) }))).toEqual([401, 'invalid_signature']);
  await transact([update(keys.accessKey(key.access_key_id), { set: { status: 'active' } })]);
  expect((await ask()).status).toBe(200);
});

test('a key that is deleted, or whose user is, is nobody’s at the next request', async () => {
  expect((await ask()).status).toBe(200);
  await transact([remove(keys.iamUser(owner.account_id, user.username))]);
  expect(verdict(await ask())).toEqual([401, 'invalid_signature']);
  await iamUser(owner.account_id, { username: user.username });
  expect(verdict(await ask())).toEqual([401, 'invalid_signature']);
  const other = await accessKey(await iamUser(owner.account_id));
  expect((await ask({}, other)).status).toBe(200);
  await transact([remove(keys.accessKey(other.access_key_id))]);
  expect(verdict(await ask({}, other))).toEqual([401, 'invalid_signature']);
});

test('a blocked account is told so', async () => {
  const blocked = await signedUp();
  const theirs = await accessKey(await iamUser(blocked.account_id));
  await transact([update(keys.account(blocked.account_id), { set: { status: 'blocked' } })]);
  expect(verdict(await ask({}, theirs))).toEqual([403, 'account_blocked']);
});

test('a signed request costs what a token does, and one call more where the key was not seen before', async () => {
  const asked = async () => (await tableCalls(() => ask())).calls.filter((name) => name !== 'TransactWriteItems');
  expect(await asked()).toEqual(['GetItem', 'UpdateItem', 'BatchGetItem']);
  const warm = await tableCalls(() => ask());
  expect(warm).toEqual({ calls: ['UpdateItem', 'BatchGetItem'], rounds: 1 });
});

test('the key’s last use is noted, at most once an hour', async () => {
  const used = async () => (await get<AccessKeyRecord>(keys.accessKey(key.access_key_id)))!.last_used_at;
  await ask();
  const first = await used();
  expect(first).toEqual(expect.any(String));
  advanceClock(1800);
  await ask();
  expect(await used()).toBe(first);
  advanceClock(1900);
  await ask();
  expect(await used()).not.toBe(first);
});

test('the fields of a signed query are no unknown parameters, others are', async () => {
  const reader = await accessKey(await iamUser(owner.account_id, { policies: [] }));
  const known = await call(list, signed(list, reader, { form: 'query', query: { limit: '5' } }));
  expect(known.status).not.toBe(400);
  const unknown = await call(me, signed(me, reader, { form: 'query', query: { colour: 'red' } }));
  expect(verdict(unknown)).toEqual([400, 'unknown_field']);
  const alone = await call(me, { bearer: owner.bearer, rawQuery: 'X-Amz-Date=1' });
  expect(verdict(alone)).toEqual([400, 'unknown_field']);
});

test('a header beats a signed query, which beats a cookie', async () => {
  const query = signed(me, key, { form: 'query' });
  const cookie = await call(me, { ...query, cookies: { svc_access: owner.bearer } });
  expect(cookie.body.id).toBe(user.id);
  const header = await call(me, {
    ...query,
    bearer: owner.bearer,
    headers: { ...query.headers, authorization: `Bearer ${owner.bearer}` },
  });
  expect(verdict(header)[0]).toBe(200);
  expect(header.body.id).toBe(owner.user.id);
});

test('a public route does not mind a wrong signature', async () => {
  const wrong = { ...key, secret_key: 'x'.repeat(40) };
  expect((await call(prices, signed(prices, wrong))).status).toBe(200);
});

test('a retry under one Idempotency-Key is signed anew, and is the same request', async () => {
  const body = { name: 'laptop', public_key: 'nonsense' };
  for (const form of forms) {
    const headers = { 'idempotency-key': `retry-${form}`, 'content-type': 'application/json' };
    const first = await call(importKey, signed(importKey, key, { form, body, headers }));
    const again = await call(importKey, signed(importKey, key, { form, body, headers, ahead: 2 }));
    expect(verdict(again)).toEqual(verdict(first));
    expect(first.status).not.toBe(422);
  }
});
