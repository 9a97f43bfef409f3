import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { keys } from '#lib/store/keys.ts';
import { remove, transact, update } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { iamUser } from '#lib/testing/functions/iam-users.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { peek } from '#test/lib/drivers/tokens/forge.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { costDifference } from '#test/support/vitest/cost.ts';
import { atConsole } from './console.ts';

let owner: SignedUp;
beforeAll(async () => {
  owner = await signedUp();
});

let at: Awaited<ReturnType<typeof atConsole>>;
beforeEach(async () => {
  resetClock();
  at = await atConsole(owner.account_id);
});
afterEach(resetClock);

const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];

test('an IAM user logs in by account, name in any case, and password', async () => {
  const reply = await at.logIn({ username: at.user.username.toUpperCase() });
  expect(reply).toMatchObject({
    status: 200,
    body: {
      token_type: 'Bearer',
      expires_in: 900,
      account_id: owner.account_id,
      user: { id: at.user.id, username: at.user.username, mfa_enabled: false },
    },
  });
  expect(Object.keys(reply.cookies)).toEqual(['svc_access', 'svc_refresh']);
  expect(peek(reply.body.access_token).payload).toMatchObject({
    typ: 'iam',
    sub: at.user.id,
    username: at.user.username,
    account_id: owner.account_id,
    amr: ['pwd'],
  });
  expect((await at.stored()).last_login_at).toEqual(expect.any(String));
  expect((await auditOf(owner.account_id)).at(-1)).toMatchObject({
    action: 'iamLogin',
    actor: { type: 'iam', id: at.user.id, name: at.user.username },
  });
});

test('their session is who they are, and can be refreshed', async () => {
  const { body } = await at.logIn();
  const profile = {
    type: 'iam',
    id: at.user.id,
    email: null,
    username: at.user.username,
    name: null,
    account_id: owner.account_id,
    email_verified: null,
    mfa_enabled: false,
    role: null,
    groups: [],
    policies: [],
    status: 'active',
    created_at: at.user.created_at,
    accounts: [{ account_id: owner.account_id, name: owner.email, role: 'iam' }],
    auth_method: 'password',
    operator: false,
  };
  expect((await call(me, { bearer: body.access_token })).body).toEqual(profile);
  const next = await call(refresh, { body: { refresh_token: body.refresh_token }, ip: at.ip });
  expect(next.body.user).toEqual(body.user);
  expect((await call(me, { bearer: next.body.access_token })).body).toEqual(profile);
});

test('whatever is wrong with a login, it is refused in the same words', async () => {
  const closed = await iamUser(owner.account_id, { password_hash: null });
  const wrong: object[] = [
    { account_id: '123456789012' },
    { username: 'nobody' },
    { username: closed.username },
    { password: 'not-the-password' },
    { password: 'x'.repeat(10_000) },
  ];
  for (const body of wrong) {
    const reply = await at.logIn(body);
    expect(verdict(reply)).toEqual([401, 'invalid_credentials']);
    expect(reply.body).toEqual({ error: 'invalid account, username or password' });
    expect(reply.setCookies).toEqual([]);
  }
});

test('and after the same work', async () => {
  const closed = await iamUser(owner.account_id, { password_hash: null });
  const attempt = (body: object) => at.logIn({ password: 'not-the-password', ...body }, { ip: newIp() });
  const known = await tableCalls(() => attempt({}));
  const others = [{ account_id: '123456789012' }, { username: 'nobody' }, { username: closed.username }];
  for (const body of others) expect(await tableCalls(() => attempt(body))).toEqual(known);
  const difference = costDifference(
    () => attempt({}),
    () => attempt({ username: 'nobody' }),
  );
  expect(await difference).toBeUndefined();
});

test('five failures bar the name from that address, whatever its case', async () => {
  for (let i = 0; i < 5; i++) expect((await at.logIn({ password: 'wrong' })).status).toBe(401);
  expect(verdict(await at.logIn({ username: at.user.username.toUpperCase() }))).toEqual([429, 'too_many_attempts']);
  expect((await at.logIn({}, { ip: newIp() })).status).toBe(200);
  advanceClock(901);
  expect((await at.logIn()).status).toBe(200);
});

test('a malformed login is 400', async () => {
  for (const body of [{ account_id: '12' }, { username: '' }, { password: 5 }, { remember: true }]) {
    expect((await at.logIn(body)).status).toBe(400);
  }
});

test('a blocked account is told so, but only to who knows the password', async () => {
  const other = await signedUp();
  const theirs = await iamUser(other.account_id);
  await transact([update(keys.account(other.account_id), { set: { status: 'blocked' } })]);
  const body = { account_id: other.account_id, username: theirs.username };
  expect(verdict(await at.logIn(body))).toEqual([403, 'account_blocked']);
  expect(verdict(await at.logIn({ ...body, password: 'guess' }))).toEqual([401, 'invalid_credentials']);
});

test('a user who is deleted is out at the next request, and whoever gets the name is not let in for it', async () => {
  const { body } = await at.logIn();
  await transact([remove(keys.iamUser(owner.account_id, at.user.username))]);
  const dead = async () => {
    expect(verdict(await call(me, { bearer: body.access_token }))).toEqual([401, 'invalid_token']);
    const renewed = await call(refresh, { body: { refresh_token: body.refresh_token }, ip: at.ip });
    expect(verdict(renewed)).toEqual([401, 'invalid_token']);
  };
  await dead();
  await iamUser(owner.account_id, { username: at.user.username });
  await dead();
});

test('a page of another site cannot log anybody in', async () => {
  expect(verdict(await at.logIn({}, { headers: { origin: 'https://evil.example' } }))).toEqual([403, 'cross_origin']);
});
