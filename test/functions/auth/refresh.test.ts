import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';

let user: SignedUp;
let ip: string;
beforeEach(async () => {
  user = await signedUp();
  ip = newIp();
});
afterEach(resetClock);

const renew = (refresh_token: string, more: Call = {}) => call(refresh, { body: { refresh_token }, ip, ...more });
const isLive = async (bearer: string) => (await call(me, { bearer })).status === 200;

async function refused(refresh_token: string, code: string, more: Call = {}) {
  const reply = await renew(refresh_token, more);
  expect({ status: reply.status, code: reply.headers['x-error-code'] }).toEqual({ status: 401, code });
  expect(reply.setCookies).toEqual([]);
  expect(reply.body.error).not.toContain(refresh_token);
}

test('a refresh answers a new pair, and both new ones work', async () => {
  const first = await renew(user.refresh_token);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    token_type: 'Bearer',
    expires_in: 900,
    user: user.user,
    account_id: user.account_id,
  });
  expect(first.body.access_token).not.toBe(user.bearer);
  expect(await isLive(first.body.access_token)).toBe(true);
  const second = await renew(first.body.refresh_token);
  expect(second.status).toBe(200);
  expect(new Set([user.refresh_token, first.body.refresh_token, second.body.refresh_token]).size).toBe(3);
});

test('the token just replaced gets the same pair for 10 s', async () => {
  const first = await renew(user.refresh_token);
  advanceClock(9);
  const again = await renew(user.refresh_token);
  expect(again.status).toBe(200);
  expect(again.body).toMatchObject({
    access_token: first.body.access_token,
    refresh_token: first.body.refresh_token,
  });
  expect(again.cookies).toEqual(first.cookies);
});

test('after that it is taken for stolen: the whole family ends, and the log says so', async () => {
  const first = await renew(user.refresh_token);
  advanceClock(11);
  await refused(user.refresh_token, 'invalid_token');
  await refused(first.body.refresh_token, 'invalid_token');
  expect(await isLive(first.body.access_token)).toBe(false);
  expect(await isLive(user.bearer)).toBe(false);
  expect(
    (await auditOf(user.account_id)).filter(({ action }) => action === 'refresh').map(({ status }) => status),
  ).toEqual([200, 401]);
});

test('one older than the one before ends the family at once', async () => {
  const first = await renew(user.refresh_token);
  const second = await renew(first.body.refresh_token);
  await refused(user.refresh_token, 'invalid_token');
  await refused(second.body.refresh_token, 'invalid_token');
  expect(await isLive(second.body.access_token)).toBe(false);
});

test('another session of the user does not end with it', async () => {
  const other = await call(login, { body: { email: user.email, password: user.password }, ip });
  await renew(user.refresh_token);
  advanceClock(11);
  await refused(user.refresh_token, 'invalid_token');
  expect(await isLive(other.body.access_token)).toBe(true);
});

test('many refreshes of one token at once all get one pair', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => renew(user.refresh_token)));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1);
  expect(new Set(replies.map(({ body }) => body.access_token)).size).toBe(1);
  expect((await renew(replies[0]!.body.refresh_token)).status).toBe(200);
});

test('a family lives 30 days from its login, however often it is refreshed', async () => {
  const day = 24 * 3600;
  advanceClock(29 * day);
  const late = await renew(user.refresh_token);
  expect(late.setCookies.find((cookie) => cookie.startsWith('svc_refresh='))).toMatch(/Max-Age=(86400|8639\d);/);
  advanceClock(day);
  await refused(late.body.refresh_token, 'token_expired');
  await refused(user.refresh_token, 'invalid_token');
});

test.each([
  'nonsense',
  'rt_',
  'rt_ses-01m7ye8x7kv53mpa93vyd0mve9.AAAA',
  `rt_ses-01m7ye8x7kv53mpa93vyd0mve9.${'A'.repeat(43)}`,
])('the unknown token %s is refused', (token) => refused(token, 'invalid_token'));

test('an access token is no refresh token', async () => {
  expect((await renew(user.bearer)).status).toBe(400);
});

test('without a token it is 401', async () => {
  const reply = await call(refresh, { ip });
  expect(reply.status).toBe(401);
  expect(reply.headers['x-error-code']).toBe('missing_credentials');
});

test('the cookie serves too, and the body beats it', async () => {
  const byCookie = await call(refresh, { cookies: { svc_refresh: user.refresh_token }, ip });
  expect(byCookie.status).toBe(200);
  const cookies = { svc_refresh: byCookie.body.refresh_token };
  await refused('nonsense', 'invalid_token', { cookies });
  const other = await signedUp();
  const byBody = await renew(other.refresh_token, { cookies });
  expect(byBody.body.account_id).toBe(other.account_id);
});

test('a blocked account is not refreshed, and its family survives', async () => {
  await transact([update(keys.account(user.account_id), { set: { status: 'blocked' } })]);
  const blocked = await renew(user.refresh_token);
  expect(blocked).toMatchObject({ status: 403, body: { error: expect.stringContaining('blocked') } });
  await transact([update(keys.account(user.account_id), { set: { status: 'active' } })]);
  expect((await renew(user.refresh_token)).status).toBe(200);
});

test('a replay is the first answer, and ends no family', async () => {
  const headers = { 'idempotency-key': `once-${user.account_id}` };
  const first = await renew(user.refresh_token, { headers });
  advanceClock(60);
  const replay = await renew(user.refresh_token, { headers });
  expect(replay).toMatchObject({ status: 200, body: first.body, setCookies: first.setCookies });
  expect(replay.headers['idempotent-replayed']).toBe('true');
  expect((await renew(first.body.refresh_token)).status).toBe(200);
});

test("one person's key never answers with another's tokens", async () => {
  const other = await signedUp();
  const by = ({ refresh_token }: SignedUp) =>
    call(refresh, { cookies: { svc_refresh: refresh_token }, ip, headers: { 'idempotency-key': 'monday' } });
  expect((await by(user)).body.account_id).toBe(user.account_id);
  expect((await by(other)).body.account_id).toBe(other.account_id);
  const again = await by(user);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body.account_id).toBe(user.account_id);
});

test('the table yields no token of a family', async () => {
  const { body } = await renew(user.refresh_token);
  const table = JSON.stringify(await allItems());
  for (const token of [user.bearer, user.refresh_token, body.access_token, body.refresh_token]) {
    expect(table).not.toContain(token);
    expect(table).not.toContain(token.split('.').at(-1));
  }
});

test('a text that names a session, and is none of its tokens, is refused and ends nothing', async () => {
  const [family = ''] = user.refresh_token.split('.');
  await refused(`${family}.${'A'.repeat(43)}`, 'invalid_token');
  expect(await isLive(user.bearer)).toBe(true);
  expect((await renew(user.refresh_token)).status).toBe(200);
});

test('of a session that has no mark yet, as version 0.1 stored it, any unknown token ends it', async () => {
  const [family = ''] = user.refresh_token.split('.');
  const session = family.replace('rt_', '');
  await transact([update(keys.session(session), { remove: ['mark_hash'] })]);
  const next = await renew(user.refresh_token);
  expect(next.status).toBe(200);
  advanceClock(11);
  await refused(user.refresh_token, 'invalid_token');
  expect(await isLive(next.body.access_token)).toBe(false);
});
