import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as forgotPassword } from '#functions/auth/sessions/forgot-password.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as resetPassword } from '#functions/auth/sessions/reset-password.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

const newPassword = 'cobalt-lantern-58-orchard';

let user: SignedUp;
beforeEach(async () => {
  user = await signedUp();
});
afterEach(resetClock);

const ask = (email = user.email, ip = newIp()) => call(forgotPassword, { body: { email }, ip });
const reset = (token: string, password = newPassword) =>
  call(resetPassword, { body: { token, password }, ip: newIp() });
const logIn = (password: string) => call(login, { body: { email: user.email, password }, ip: newIp() });
const problem = ({ status, headers, body }: Reply) => [status, headers['x-error-code'], body.error];

async function mailedToken(email = user.email): Promise<string> {
  await ask(email);
  return (await mailsTo(email))[0]?.token ?? '';
}

const over = [
  410,
  'reset_token_expired',
  'token: was used or has expired; ask for another: POST /auth/forgot-password',
];

test('the mailed link sets a new password, and ends every session', async () => {
  expect((await ask()).body).toEqual({ status: 'sent' });
  const [mail] = await mailsTo(user.email);
  expect(mail).toMatchObject({ kind: 'reset_password', token: expect.stringMatching(/^rst_[\w-]{43}$/) });
  expect(mail?.link).toBe(`http://localhost:3000/reset?token=${mail?.token}`);
  expect(mail?.text).toContain(mail?.link);
  const reply = await reset(mail?.token ?? '');
  expect([reply.status, reply.body]).toEqual([200, { status: 'password_changed' }]);
  expect((await logIn(user.password)).status).toBe(401);
  expect((await logIn(newPassword)).status).toBe(200);
  expect((await call(me, { bearer: user.bearer })).status).toBe(401);
  const { refresh_token } = user;
  expect((await call(refresh, { body: { refresh_token }, ip: newIp() })).status).toBe(401);
  const audited = (await auditOf(user.account_id)).filter(({ action }) => action === 'resetPassword');
  expect(audited).toMatchObject([{ status: 200, actor: { id: user.user.id } }]);
});

test('who asks cannot tell whether an address is registered: same answer, same calls, same shape in the table', async () => {
  const shapes = async (email: string) => {
    const before = new Set((await allItems()).map(({ pk }) => pk));
    let reply: Reply | undefined;
    const cost = await tableCalls(async () => {
      reply = await ask(email);
    });
    const made = (await allItems()).filter(({ pk }) => !before.has(pk));
    const shape = made.map((item) => [String(item.pk).split('#')[0], Object.keys(item).sort()]);
    const { date: _, 'x-request-id': __, ...headers } = reply?.headers ?? {};
    return { status: reply?.status, body: reply?.body, headers, cost, shape: shape.sort() };
  };
  const known = await shapes(user.email);
  const unknown = await shapes(newEmail());
  expect(unknown).toEqual(known);
  expect(known.cost).toMatchObject({ calls: ['UpdateItem', 'UpdateItem', 'TransactWriteItems'], rounds: 3 });
});

test('an unknown address is sent nothing, and nothing stays waiting', async () => {
  const email = newEmail();
  await ask(email);
  expect(await mailsTo(email)).toEqual([]);
  expect((await allItems()).filter(({ sk }) => sk === 'MAIL')).toEqual([]);
});

test('a token works once', async () => {
  const token = await mailedToken();
  expect((await reset(token)).status).toBe(200);
  expect(problem(await reset(token, 'another-lantern-59-meadow'))).toEqual(over);
});

test('of many that use one token at once, one wins', async () => {
  const token = await mailedToken();
  const passwords = Array.from({ length: 6 }, (_, i) => `cobalt-lantern-${i}8-orchard`);
  const replies = await Promise.all(passwords.map((password) => reset(token, password)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(410)]);
  const winner = passwords[replies.findIndex(({ status }) => status === 200)] ?? '';
  expect((await logIn(winner)).status).toBe(200);
});

test('a token is good for an hour', async () => {
  const token = await mailedToken();
  advanceClock(3601);
  expect(problem(await reset(token))).toEqual(over);
});

test('a change of the password ends the other tokens that were mailed before', async () => {
  const first = await mailedToken();
  const second = await mailedToken();
  expect((await reset(second)).status).toBe(200);
  expect(problem(await reset(first))).toEqual(over);
});

test('a token that was never mailed changes nothing', async () => {
  for (const token of ['nonsense', `rst_${'A'.repeat(43)}`]) {
    expect(problem(await reset(token))).toEqual([400, 'validation_failed', 'token: is not valid']);
  }
});

test('a password that breaks a rule is refused, and the token stays good', async () => {
  const token = await mailedToken();
  const short = await reset(token, 'vx7-kqp');
  expect(problem(short)).toEqual([400, 'validation_failed', 'password: must have at least 8 characters']);
  expect((await reset(token, user.email)).body.error).toBe('password: must not be made from the e-mail address');
  expect((await reset(token)).status).toBe(200);
});

test('a blocked account stays so', async () => {
  const token = await mailedToken();
  await transact([update(keys.account(user.account_id), { set: { status: 'blocked' } })]);
  expect((await reset(token)).headers['x-error-code']).toBe('account_blocked');
  await transact([update(keys.account(user.account_id), { set: { status: 'active' } })]);
  expect((await logIn(user.password)).status).toBe(200);
});

test('five may be asked for from one address in 15 minutes, for a registered address as for any other', async () => {
  for (const email of [user.email, newEmail()]) {
    const ip = newIp();
    for (let i = 0; i < 5; i++) expect((await ask(email, ip)).status).toBe(200);
    const barred = await ask(email, ip);
    expect(problem(barred)).toEqual([429, 'too_many_attempts', expect.stringMatching(/^too many attempts/)]);
    expect(Number(barred.headers['retry-after'])).toBeGreaterThan(800);
  }
});

test('however many addresses ask, five mails in 15 minutes reach a person, and then more', async () => {
  for (let i = 0; i < 8; i++) expect((await ask()).status).toBe(200);
  const sent = async () => (await mailsTo(user.email)).filter(({ kind }) => kind === 'reset_password').length;
  expect(await sent()).toBe(5);
  advanceClock(901);
  await ask();
  expect(await sent()).toBe(6);
});

test('a replay sends no second mail', async () => {
  const request = { body: { email: user.email }, ip: newIp(), headers: { 'idempotency-key': user.account_id } };
  await call(forgotPassword, request);
  const replay = await call(forgotPassword, request);
  expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([200, 'true']);
  expect((await mailsTo(user.email)).map(({ kind }) => kind)).toEqual(['reset_password', 'verify_email']);
});

test('the table yields no token', async () => {
  await ask();
  const before = JSON.stringify(await allItems());
  const token = (await mailsTo(user.email))[0]?.token ?? '';
  expect(token).not.toBe('');
  expect(before + JSON.stringify(await allItems())).not.toContain(token);
});

test.each([
  [{ email: 'nobody' }, 'email: "nobody" must be an e-mail address'],
  [{ email: 'a@x.in\r\nBcc: evil@x.in' }, expect.stringMatching(/must be an e-mail address$/)],
  [{}, 'email: is required (a string)'],
  [{ email: 'a@x.in', user_id: 'usr-1' }, 'unknown field "user_id"'],
])('%j is refused', async (body, error) => {
  const reply = await call(forgotPassword, { body, ip: newIp() });
  expect([reply.status, reply.body.error]).toEqual([400, error]);
});
