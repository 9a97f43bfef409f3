import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as feed } from '#functions/auth/activity/list.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { handler as info } from '#functions/auth/team/info.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import { handler as listInvites } from '#functions/auth/team/list-invites.ts';
import { handler as revoke } from '#functions/auth/team/revoke.ts';
import { handler as invitesSchedule } from '#functions/scheduled/invites.ts';
import { toInvite } from '#lib/domain/identity/teams/resource.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { getInvite } from '#lib/store/identity/invites.ts';
import { readQuotas } from '#lib/store/platform/quotas.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { unverified, verified } from '#lib/testing/functions/verified.ts';
import { iamBearer, invited, joined } from '#test/support/accounts/teams.ts';

let owner: SignedUp;
beforeAll(async () => {
  resetClock();
  await signedUp();
});
beforeEach(async () => {
  resetClock();
  owner = await verified({ name: 'Asha' });
});

const send = (body: object, bearer = owner.bearer) => call(invite, { bearer, body });
const pendingOf = async (bearer = owner.bearer) => (await call(listInvites, { bearer })).body.invites;
const used = async (name: string) => (await readQuotas(owner.account_id)).find((quota) => quota.name === name)?.used;
const week = 7 * 24 * 3600;

test('an invite is shown with its token once, and listed without', async () => {
  const email = newEmail();
  const reply = await send({ email: email.toUpperCase(), role: 'developer' });
  expect(reply.status).toBe(201);
  const { token, join_url, ...shown } = reply.body;
  expect(shown).toEqual({
    id: expect.stringMatching(/^ivt-/),
    account_id: owner.account_id,
    email,
    role: 'developer',
    status: 'pending',
    status_reason: null,
    allowed_actions: ['delete'],
    invited_by: owner.email,
    expires_at: expect.stringMatching(/Z$/),
    created_at: expect.stringMatching(/Z$/),
    updated_at: shown.created_at,
  });
  expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(week * 1000);
  expect(new URL(join_url).searchParams.get('token')).toBe(token);
  expect(await pendingOf()).toEqual([shown]);
  const stored = (await allItems()).filter(({ pk }) => !pk.startsWith('I#'));
  expect(JSON.stringify(stored)).not.toContain(token);
});

test('the mail has the same link', async () => {
  const email = newEmail();
  const { token, join_url } = await invited(owner, email, 'admin');
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({ kind: 'team_invite', token, link: join_url });
  expect(mail?.text).toContain('Asha');
});

test('an unverified address cannot invite; an IAM user goes by that of the account', async () => {
  const other = await unverified();
  const reply = await send({ email: newEmail(), role: 'viewer' }, other.bearer);
  expect(reply.status).toBe(403);
  expect(reply.headers['x-error-code']).toBe('email_not_verified');
  const all = [{ Effect: 'Allow' as const, Action: '*', Resource: '*' }];
  const theirs = await iamBearer(other.account_id, all);
  expect((await send({ email: newEmail(), role: 'viewer' }, theirs.bearer)).status).toBe(403);
  const iam = await iamBearer(owner.account_id, all);
  expect((await send({ email: newEmail(), role: 'viewer' }, iam.bearer)).body.invited_by).toBe(iam.username);
});

test('who is invited, or a member, or the owner, is not invited again', async () => {
  const email = newEmail();
  const { id } = await invited(owner, email);
  const again = await send({ email, role: 'admin' });
  expect(again.status).toBe(409);
  expect(again.body.error).toBe(`email: ${email} already has a pending invite ${id}`);
  const { person, member_id } = await joined(owner);
  const member = await send({ email: person.email, role: 'admin' });
  expect(member).toMatchObject({
    status: 409,
    body: { error: `email: ${person.email} is already a member of this account as ${member_id}` },
  });
  expect((await send({ email: owner.email, role: 'admin' })).status).toBe(409);
});

test('of many invites of one address at once one is made', async () => {
  const email = newEmail();
  const replies = await Promise.all(Array.from({ length: 6 }, () => send({ email, role: 'viewer' })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await pendingOf()).toHaveLength(1);
  expect(await used('pending_invites')).toBe(1);
});

test('twenty may be pending; a revoked or expired one makes room', async () => {
  const sent = [];
  for (let i = 0; i < 20; i++) sent.push(await invited(owner, newEmail()));
  const over = await send({ email: newEmail(), role: 'viewer' });
  expect(over.status).toBe(403);
  expect(over.headers['x-error-code']).toBe('quota_exceeded');
  await call(revoke, { bearer: owner.bearer, params: { id: sent[0]!.id } });
  await invited(owner, newEmail());
  advanceClock(week + 1);
  await invitesSchedule();
  expect(await used('pending_invites')).toBe(0);
});

test('an expired invite is not listed, blocks nobody, and is settled once by whoever comes first', async () => {
  const email = newEmail();
  const { id } = await invited(owner, email);
  advanceClock(week + 1);
  const { email: address, password } = owner;
  const bearer = (await call(login, { body: { email: address, password }, ip: newIp() })).body.access_token;
  expect(await pendingOf(bearer)).toEqual([]);
  const late = await call(revoke, { bearer, params: { id } });
  expect(late).toMatchObject({ status: 409, body: { error: `invite ${id} is expired, not pending` } });
  const [again] = await Promise.all([send({ email, role: 'viewer' }, bearer), invitesSchedule(), invitesSchedule()]);
  expect(again.status).toBe(201);
  expect((await pendingOf(bearer)).map((one: { id: string }) => one.id)).toEqual([again.body.id]);
  expect(await used('pending_invites')).toBe(1);
});

test('a revoked invite opens nothing, and is revoked once', async () => {
  const email = newEmail();
  const { id, token } = await invited(owner, email);
  const first = await call(revoke, { bearer: owner.bearer, params: { id } });
  expect(first).toMatchObject({ status: 200, body: { id, deleted: true } });
  const again = await call(revoke, { bearer: owner.bearer, params: { id } });
  expect(again.status).toBe(409);
  expect(again.body.error).toBe(`invite ${id} is revoked, not pending`);
  expect((await call(info, { query: { token }, ip: newIp() })).status).toBe(404);
  const invitee = await signedUp({ email });
  expect((await call(accept, { bearer: invitee.bearer, body: { token } })).status).toBe(404);
  await invited(owner, email);
});

test("another account's invite is not found", async () => {
  const { id } = await invited(owner, newEmail());
  const other = await verified();
  expect((await call(revoke, { bearer: other.bearer, params: { id } })).status).toBe(404);
  expect((await call(revoke, { bearer: owner.bearer, params: { id: newId('invite', new Date()) } })).status).toBe(404);
  expect(await pendingOf(other.bearer)).toEqual([]);
});

test('a replayed invite answers the token again and sends no second mail', async () => {
  const email = newEmail();
  const headers = { 'idempotency-key': 'invite-1' };
  const ask = () => call(invite, { bearer: owner.bearer, body: { email, role: 'viewer' }, headers });
  const first = await ask();
  const second = await ask();
  expect(second.body).toEqual(first.body);
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'team_invite')).toHaveLength(1);
  const entries = (await auditOf(owner.account_id)).filter(({ action }) => action === 'team:InviteMember');
  expect(entries.map(({ idempotency_replayed }) => idempotency_replayed)).toEqual([false, true]);
});

test.each([
  [{ email: 'a@example.com', role: 'owner' }, /role/],
  [{ email: 'a@example.com', role: 'root' }, /role/],
  [{ email: 'a@example.com' }, /role: is required/],
  [{ email: 'no address', role: 'viewer' }, /email/],
  [{ email: 'a@example.com\r\nBcc: b@example.com', role: 'viewer' }, /email/],
  [{ email: 'a@example.com', role: 'viewer', account_id: '123456789012' }, /unknown field "account_id"/],
])('%j is refused', async (body, error) => {
  const reply = await send(body);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatch(error);
});

test('invites come in pages, in order, and by filter', async () => {
  for (const role of ['viewer', 'admin', 'viewer'] as const) await invited(owner, newEmail(), role);
  const all = await pendingOf();
  const page = (query: Record<string, string>) => call(listInvites, { bearer: owner.bearer, query });
  const first = (await page({ limit: '2' })).body;
  const second = (await page({ limit: '2', cursor: first.next_cursor })).body;
  expect([...first.invites, ...second.invites]).toEqual(all);
  expect(second.next_cursor).toBe('');
  expect((await page({ role: 'admin' })).body.invites).toHaveLength(1);
  const named = (await page({ sort: 'name' })).body.invites.map(({ email }: { email: string }) => email);
  expect(named).toEqual([...named].sort());
  const foreign = await page({ limit: '2', cursor: first.next_cursor, role: 'admin' });
  expect(foreign.headers['x-error-code']).toBe('invalid_cursor');
  expect((await page({ limit: '0' })).status).toBe(400);
});

test('what may be done with an invite is what its state and the caller’s policies allow', async () => {
  const { id } = (await send({ email: newEmail(), role: 'viewer' })).body;
  const allow = (...Action: string[]) =>
    iamBearer(owner.account_id, [{ Effect: 'Allow', Action: ['team:ListInvites', ...Action], Resource: ['*'] }]);
  const words = async ({ bearer }: { bearer: string }) => (await pendingOf(bearer))[0].allowed_actions;
  expect(await words(owner)).toEqual(['delete']);
  const reader = await allow();
  expect(await words(reader)).toEqual([]);
  expect((await call(revoke, { bearer: reader.bearer, params: { id } })).status).toBe(403);
  const revoker = await allow('team:RevokeInvite');
  expect(await words(revoker)).toEqual(['delete']);
  expect((await call(revoke, { bearer: revoker.bearer, params: { id } })).status).toBe(200);
  const events = (await call(feed, { bearer: owner.bearer, query: { type: 'team.invite_revoked' } })).body.events;
  expect(events).toMatchObject([{ status: 'revoked' }]);
  const { account_id } = owner;
  expect(toInvite((await getInvite(account_id, id, new Date()))!).allowed_actions).toEqual([]);
});
