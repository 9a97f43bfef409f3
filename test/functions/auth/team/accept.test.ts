import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { handler as info } from '#functions/auth/team/info.ts';
import { handler as listInvites } from '#functions/auth/team/list-invites.ts';
import { handler as listMembers } from '#functions/auth/team/list-members.ts';
import { handler as removeMember } from '#functions/auth/team/remove.ts';
import { keys } from '#lib/store/keys.ts';
import { readQuotas, takeQuota } from '#lib/store/platform/quotas.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { iamBearer, invited, joined } from '#test/support/accounts/teams.ts';

let owner: SignedUp;
beforeAll(async () => {
  await signedUp();
});
beforeEach(async () => {
  resetClock();
  owner = await verified({ name: 'Asha' });
});

const week = 7 * 24 * 3600;
const take = (bearer: string, token: string) => call(accept, { bearer, body: { token } });
const look = (token: string) => call(info, { query: { token }, ip: newIp() });
const membersOf = async () => (await call(listMembers, { bearer: owner.bearer })).body.members;
const usedOf = async (account: string, name: string) =>
  (await readQuotas(account)).find((quota) => quota.name === name)?.used;
const again = async ({ email, password }: SignedUp): Promise<string> =>
  (await call(login, { body: { email, password }, ip: newIp() })).body.access_token;

test('whoever was invited joins, and is told of wherever they ask', async () => {
  const person = await signedUp({ name: 'Ravi' });
  const { token } = await invited(owner, person.email, 'developer');
  const reply = await take(person.bearer, token);
  expect(reply).toMatchObject({
    status: 200,
    body: { account_id: owner.account_id, role: 'developer', member_id: expect.stringMatching(/^mbr-/) },
  });
  const [member] = await membersOf();
  expect(member).toEqual({
    id: reply.body.member_id,
    account_id: owner.account_id,
    user_id: person.user.id,
    email: person.email,
    name: 'Ravi',
    role: 'developer',
    joined_at: expect.stringMatching(/Z$/),
    created_at: member.joined_at,
    updated_at: member.joined_at,
  });
  expect((await call(listInvites, { bearer: owner.bearer })).body.invites).toEqual([]);
  expect((await call(me, { bearer: person.bearer })).body.accounts).toContainEqual({
    account_id: owner.account_id,
    name: 'Asha',
    role: 'developer',
  });
  expect(await usedOf(owner.account_id, 'members')).toBe(1);
  expect(await usedOf(owner.account_id, 'pending_invites')).toBe(0);
});

test('both accounts have it in their audit log', async () => {
  const { person } = await joined(owner);
  for (const account of [owner.account_id, person.account_id]) {
    const entries = (await auditOf(account)).filter(({ action }) => action === 'acceptInvite');
    expect(entries).toEqual([
      expect.objectContaining({
        account_id: account,
        status: 200,
        path: '/auth/team/accept',
        actor: expect.objectContaining({ id: person.user.id }),
      }),
    ]);
  }
});

test('accepting again answers the same, as long as the membership holds', async () => {
  const person = await signedUp();
  const { token } = await invited(owner, person.email);
  const first = await take(person.bearer, token);
  expect((await take(person.bearer, token)).body).toEqual(first.body);
  expect(await membersOf()).toHaveLength(2);
  const other = await signedUp();
  expect((await take(other.bearer, token)).status).toBe(404);
  await call(removeMember, { bearer: owner.bearer, params: { id: first.body.member_id } });
  expect((await take(person.bearer, token)).status).toBe(404);
  expect(await membersOf()).toHaveLength(1);
});

test('of two who accept one invite at once, in two sessions, one joins and both are told so', async () => {
  const person = await signedUp();
  const { token } = await invited(owner, person.email);
  const sessions = [person.bearer, await again(person), await again(person)];
  const replies = await Promise.all(sessions.map((bearer) => take(bearer, token)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(replies.map(({ body }) => body.member_id)).size).toBe(1);
  expect(await membersOf()).toHaveLength(2);
  expect(await usedOf(owner.account_id, 'members')).toBe(1);
});

test('an expired invite is gone, whether or not somebody noted it', async () => {
  const person = await signedUp();
  const { id, token, expires_at } = await invited(owner, person.email);
  advanceClock(week + 1);
  const reply = await take(await again(person), token);
  expect(reply.status).toBe(410);
  expect(reply.headers['x-error-code']).toBe('invite_expired');
  expect(reply.body.error).toBe(`invite ${id} expired at ${expires_at}; ask for a new one`);
  expect((await look(token)).status).toBe(410);
});

test('it is for the invited address alone', async () => {
  const { token } = await invited(owner, newEmail());
  const stranger = await signedUp();
  const reply = await take(stranger.bearer, token);
  expect(reply.status).toBe(403);
  expect(reply.headers['x-error-code']).toBe('access_denied');
  expect((await take(owner.bearer, token)).status).toBe(403);
});

test('an IAM user joins nothing, and nobody does without a login', async () => {
  const { token } = await invited(owner, newEmail());
  const iam = await iamBearer(owner.account_id, [{ Effect: 'Allow', Action: '*', Resource: '*' }]);
  expect((await take(iam.bearer, token)).status).toBe(403);
  expect((await call(accept, { body: { token }, ip: newIp() })).status).toBe(401);
});

test('a member may join a second team from within the first', async () => {
  const { person, bearer } = await joined(owner);
  const second = await verified();
  const { token } = await invited(second, person.email, 'billing');
  expect((await take(bearer, token)).body).toMatchObject({ account_id: second.account_id, role: 'billing' });
  const { accounts } = (await call(me, { bearer: person.bearer })).body;
  expect(accounts.map(({ account_id }: { account_id: string }) => account_id).sort()).toEqual(
    [person.account_id, owner.account_id, second.account_id].sort(),
  );
});

test('a full team takes nobody in, and the invite stays', async () => {
  const person = await signedUp();
  const { token } = await invited(owner, person.email);
  await transact([takeQuota(owner.account_id, 'members', 20)]);
  const reply = await take(person.bearer, token);
  expect(reply.status).toBe(403);
  expect(reply.headers['x-error-code']).toBe('quota_exceeded');
  expect((await look(token)).body.status).toBe('pending');
});

test('nobody joins a blocked account', async () => {
  const person = await signedUp();
  const { token } = await invited(owner, person.email);
  await transact([update(keys.account(owner.account_id), { set: { status: 'blocked' } })]);
  expect((await take(person.bearer, token)).headers['x-error-code']).toBe('account_blocked');
});

test('text that was never a token, or is one changed by a letter, is unknown and is not told again', async () => {
  const { token } = await invited(owner, newEmail());
  const changed = token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.at(-1);
  for (const text of ['x', changed, token.replace(/^ivt-../, 'ivt-7z'), `${token} `]) {
    for (const reply of [await take(owner.bearer, text), await look(text)]) {
      expect(reply.status).toBe(404);
      expect(reply.body.error).toBe('token: no such invite; it may have been revoked');
    }
  }
});

test('whoever holds the token sees what it is for, and half of the address', async () => {
  const { token, expires_at } = await invited(owner, `ravi-${newEmail()}`, 'admin');
  expect((await look(token)).body).toEqual({
    account_name: 'Asha',
    email: 'r•••@example.com',
    role: 'admin',
    invited_by: owner.email,
    expires_at,
    status: 'pending',
  });
});

test('the page may tell an accepted one', async () => {
  const person = await signedUp();
  const { token } = await invited(owner, person.email);
  await take(person.bearer, token);
  expect((await look(token)).body.status).toBe('accepted');
});

test.each([{ query: {} }, { query: { token: '' } }, { query: { token: 'x', more: 'y' } }])(
  'info of %j is 400',
  async ({ query }) => {
    expect((await call(info, { query: query as Record<string, string>, ip: newIp() })).status).toBe(400);
  },
);
