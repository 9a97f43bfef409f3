import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as deleteSession } from '#functions/auth/sessions/delete.ts';
import { handler as listSessions } from '#functions/auth/sessions/list.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createSession, getSession, type SessionRecord } from '#lib/store/identity/accounts.ts';
import { type Found, withoutKeys } from '#lib/store/platform/read.ts';
import { transact } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';

let user: SignedUp;
beforeEach(async () => {
  user = await signedUp();
});
afterEach(resetClock);

const logIn = async (more = {}): Promise<Reply> =>
  call(login, { body: { email: user.email, password: user.password }, ip: newIp(), ...more });
const listed = async (bearer = user.bearer) => (await call(listSessions, { bearer })).body;
const remove = (id: string, bearer = user.bearer) => call(deleteSession, { bearer, params: { id } });

test('every login is a session, newest first, with where it came from', async () => {
  const second = await logIn({ ip: '203.0.113.9', headers: { 'user-agent': 'curl/8' } });
  const reply = await listed();
  expect(reply.next_cursor).toBe('');
  expect(reply.sessions).toMatchObject([
    { source_ip: '203.0.113.9', source_instance: null, user_agent: 'curl/8', current: false },
    { user_agent: 'vitest', current: true },
  ]);
  expect(Object.keys(reply.sessions[0]).sort()).toEqual(
    ['id', 'created_at', 'last_used_at', 'source_ip', 'source_instance', 'user_agent', 'current'].sort(),
  );
  const seen = (await listed(second.body.access_token)).sessions.map(({ current }: { current: boolean }) => current);
  expect(seen).toEqual([true, false]);
});

test('a session that lives is found behind more than a thousand that have ended since', async () => {
  const [own] = (await listed()).sessions;
  const record = withoutKeys({ ...(await getSession(own.id)) } as Found<SessionRecord>);
  const ended = Array.from({ length: 1100 }, (_, at) => {
    const id = newId('session', new Date(Date.parse(own.created_at) + 1000 + at));
    return createSession({ ...record, id, revoked: true } as SessionRecord);
  });
  for (let from = 0; from < ended.length; from += 100) await transact(ended.slice(from, from + 100));
  const { sessions, next_cursor: cursor } = await listed();
  expect([sessions, cursor === '']).toEqual([[], false]);
  const { body } = await call(listSessions, { bearer: user.bearer, query: { cursor } });
  expect([body.sessions, body.next_cursor]).toEqual([[own], '']);
});

test('a session that is ended is gone from the list, and neither of its tokens works', async () => {
  const second = (await logIn()).body;
  const { id } = (await listed()).sessions[0];
  const reply = await remove(id);
  expect([reply.status, reply.body, reply.setCookies]).toEqual([200, { id, deleted: true }, []]);
  expect((await call(me, { bearer: second.access_token })).status).toBe(401);
  const { refresh_token } = second;
  expect((await call(refresh, { body: { refresh_token }, ip: newIp() })).status).toBe(401);
  expect((await listed()).sessions.map(({ id }: { id: string }) => id)).not.toContain(id);
  expect((await remove(id)).status).toBe(404);
});

test('one may end the session one acts by, and its cookies go', async () => {
  const { id } = (await listed()).sessions[0];
  const reply = await remove(id);
  expect(reply.setCookies).toEqual([
    expect.stringMatching(/^svc_access=; Max-Age=0/),
    expect.stringMatching(/^svc_refresh=; Max-Age=0/),
  ]);
  expect((await call(me, { bearer: user.bearer })).status).toBe(401);
});

test("another's session is not found, and lives on", async () => {
  const other = await signedUp();
  const { id } = (await listed(other.bearer)).sessions[0];
  const reply = await remove(id);
  expect([reply.status, reply.body.error]).toEqual([404, `session ${id} not found`]);
  expect((await call(me, { bearer: other.bearer })).status).toBe(200);
  expect((await remove('ses-01m7ye8x7kv53mpa93vyd0mve9')).status).toBe(404);
  expect((await remove('nonsense')).status).toBe(404);
});

test('sessions of before a logout everywhere are not shown, nor can they be ended', async () => {
  const { id } = (await listed()).sessions[0];
  await call(logout, { bearer: user.bearer, body: { all: true } });
  const next = (await logIn()).body.access_token;
  expect((await listed(next)).sessions).toMatchObject([{ current: true }]);
  expect((await remove(id, next)).status).toBe(404);
});

test('sessions that ran out are not shown, nor can they be ended', async () => {
  const { id } = (await listed()).sessions[0];
  advanceClock(30 * 24 * 3600 + 1);
  const next = (await logIn()).body.access_token;
  expect((await listed(next)).sessions).toMatchObject([{ current: true }]);
  expect((await remove(id, next)).status).toBe(404);
});

test('of many that end a session at once one does', async () => {
  await logIn();
  const { id } = (await listed()).sessions[0];
  const replies = await Promise.all(Array.from({ length: 5 }, () => remove(id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
});
