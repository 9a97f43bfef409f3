import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { needsRehash } from '#lib/standards/passwords/hash.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { costDifference } from '#test/support/vitest/cost.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp({ name: 'Asha' });
});

let ip: string;
beforeEach(() => {
  ip = newIp();
});

const logIn = (body: object = {}, more: Call = {}) =>
  call(login, { body: { email: user.email, password: user.password, ...body }, ip, ...more });

test('a login answers a session of its own', async () => {
  const first = await logIn();
  const second = await logIn({ email: user.email.toUpperCase() });
  expect(first.status).toBe(200);
  expect(Object.keys(first.body).sort()).toEqual(
    ['access_token', 'account_id', 'expires_in', 'refresh_token', 'token_type', 'user'].sort(),
  );
  expect(first.body).toMatchObject({
    token_type: 'Bearer',
    expires_in: 900,
    account_id: user.account_id,
    user: user.user,
  });
  expect(second.body.access_token).not.toBe(first.body.access_token);
  for (const { body } of [first, second]) expect((await call(me, { bearer: body.access_token })).status).toBe(200);
});

test('wrong password and unknown address are told apart by nobody', async () => {
  const wrong = await logIn({ password: 'not-the-password' });
  const unknown = await logIn({ email: newEmail() });
  const endless = await logIn({ password: 'x'.repeat(10_000) });
  for (const reply of [wrong, unknown, endless]) {
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ error: 'invalid email or password' });
    expect(reply.headers['x-error-code']).toBe('invalid_credentials');
    expect(reply.setCookies).toEqual([]);
  }
});

test('an unknown address is given the same work as a wrong password', async () => {
  const attempt = (email: string) => logIn({ email, password: 'not-the-password' }, { ip: newIp() });
  const known = await tableCalls(() => attempt(user.email));
  expect(await tableCalls(() => attempt(newEmail()))).toEqual(known);
  // The hashing is most of it.
  const difference = costDifference(
    () => attempt(user.email),
    () => attempt(newEmail()),
  );
  expect(await difference).toBeUndefined();
});

test('a malformed login is 400 and counts as no failure', async () => {
  for (const body of [{ email: 'x' }, { password: 5 }, { password: undefined }, { remember: true }]) {
    for (let i = 0; i < 2; i++) expect((await logIn(body)).status).toBe(400);
  }
  expect((await logIn()).status).toBe(200);
});

test('a login is audited, with where it came from', async () => {
  const other = await signedUp();
  await call(login, { body: { email: other.email, password: other.password }, ip: '203.0.113.77' });
  expect((await auditOf(other.account_id)).at(-1)).toMatchObject({
    action: 'login',
    status: 200,
    source_ip: '203.0.113.77',
    actor: { type: 'root', name: other.email },
  });
});

test('a blocked account is told so, but only to who knows the password', async () => {
  const other = await signedUp();
  const body = { email: other.email, password: other.password };
  await transact([update(keys.account(other.account_id), { set: { status: 'blocked' } })]);
  const blocked = await call(login, { body, ip });
  expect(blocked.status).toBe(403);
  expect(blocked.headers['x-error-code']).toBe('account_blocked');
  expect(blocked.body.error).toBe(`account ${other.account_id} is blocked; contact support`);
  expect((await call(login, { body: { ...body, password: 'guess' }, ip })).status).toBe(401);
  const before = await call(me, { bearer: other.bearer });
  expect(before.headers['x-error-code']).toBe('account_blocked');
  await transact([update(keys.account(other.account_id), { set: { status: 'active' } })]);
  expect((await call(me, { bearer: other.bearer })).status).toBe(200);
});

test('a suspended account logs in, and shows it', async () => {
  const other = await signedUp();
  await transact([update(keys.account(other.account_id), { set: { status: 'suspended' } })]);
  const reply = await call(login, { body: { email: other.email, password: other.password }, ip });
  expect(reply).toMatchObject({ status: 200, body: { user: { status: 'suspended' } } });
});

test('a hash of another cost is made anew at the next login, and the password stays', async () => {
  const other = await signedUp();
  const old = await hash(other.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await transact([update(keys.user(other.user.id), { set: { password_hash: old } })]);
  const stored = async () => (await get<{ password_hash: string }>(keys.user(other.user.id)))!.password_hash;
  expect(needsRehash(await stored())).toBe(true);
  const body = { email: other.email, password: other.password };
  expect((await call(login, { body: { ...body, password: 'wrong' }, ip })).status).toBe(401);
  expect(await stored()).toBe(old);
  const both = await Promise.all([call(login, { body, ip }), call(login, { body, ip })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(needsRehash(await stored())).toBe(false);
  expect((await call(login, { body, ip })).status).toBe(200);
});

test('credentials that are invalid do not hinder a login', async () => {
  expect((await logIn({}, { bearer: 'nonsense' })).status).toBe(200);
  expect((await logIn({}, { cookies: { svc_access: 'nonsense' } })).status).toBe(200);
  expect((await logIn({}, { headers: { authorization: 'Basic eDp5' } })).status).toBe(200);
});

test('a replayed login is the same session', async () => {
  const more = { headers: { 'idempotency-key': 'login-1' } };
  const first = await logIn({}, more);
  const replay = await logIn({}, { ...more, cookies: first.cookies });
  expect(replay.body).toEqual(first.body);
  expect(replay.setCookies).toEqual(first.setCookies);
  expect(replay.headers['idempotent-replayed']).toBe('true');
});
