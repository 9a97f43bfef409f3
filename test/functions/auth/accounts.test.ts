import { beforeEach, expect, test } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as updateAccount } from '#functions/auth/sessions/update-account.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Role } from '#lib/model/platform/principal.ts';
import { createMember, getMember, removeMember } from '#lib/store/identity/members.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';

let user: SignedUp;
let team: SignedUp;
beforeEach(async () => {
  user = await signedUp();
  team = await signedUp({ name: 'Kaveri Works' });
});

async function join(role: Role): Promise<void> {
  const at = new Date().toISOString().replace(/\.\d+/, '');
  const { account_id } = team;
  const { id: user_id, email } = user.user;
  const stamps = { created_at: at, updated_at: at, version: 1 };
  await transact([
    createMember({ id: newId('member', new Date()), account_id, user_id, email, name: null, role, ...stamps }),
  ]);
}

const change = (bearer: string, account_id: string, more = {}) =>
  call(switchAccount, { bearer, body: { account_id }, ...more });
const rename = (bearer: string, name: unknown) => call(updateAccount, { bearer, body: { name } });
const asMember = async (): Promise<Reply['body']> => (await change(user.bearer, team.account_id)).body;
const absent = (id: string) => [404, 'not_found', `account ${id} not found`];
const problem = ({ status, headers, body }: Reply) => [status, headers['x-error-code'], body.error];

test('a member acts in the team by a session of its own, and in their own account as before', async () => {
  await join('developer');
  const reply = await change(user.bearer, team.account_id);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    token_type: 'Bearer',
    expires_in: 900,
    account_id: team.account_id,
    user: { id: user.user.id, account_id: user.account_id, email: user.email },
  });
  expect(Object.keys(reply.cookies).sort()).toEqual(['svc_access', 'svc_refresh']);
  const { access_token, refresh_token } = reply.body;
  expect((await call(me, { bearer: access_token })).body).toMatchObject({
    type: 'member',
    account_id: team.account_id,
    role: 'developer',
  });
  expect((await call(me, { bearer: user.bearer })).body).toMatchObject({ type: 'root', account_id: user.account_id });
  const renewed = await call(refresh, { body: { refresh_token }, ip: newIp() });
  expect(renewed).toMatchObject({ status: 200, body: { account_id: team.account_id } });
  const back = await change(renewed.body.access_token, user.account_id);
  expect((await call(me, { bearer: back.body.access_token })).body).toMatchObject({ type: 'root' });
});

test('it stands in the audit log of the account that is entered', async () => {
  await join('viewer');
  await asMember();
  expect((await auditOf(team.account_id)).at(-1)).toMatchObject({
    action: 'switchAccount',
    status: 200,
    actor: { type: 'member', id: user.user.id, name: user.email },
  });
});

test('any other account is not found: of others, unknown, left', async () => {
  expect(problem(await change(user.bearer, team.account_id))).toEqual(absent(team.account_id));
  expect(problem(await change(user.bearer, '999999999999'))).toEqual(absent('999999999999'));
  await join('admin');
  const member = await getMember(team.account_id, user.user.id);
  await transact([removeMember(member!)]);
  expect(problem(await change(user.bearer, team.account_id))).toEqual(absent(team.account_id));
});

test('who is removed is out at once', async () => {
  await join('admin');
  const { access_token, refresh_token } = await asMember();
  await transact([removeMember((await getMember(team.account_id, user.user.id))!)]);
  expect((await call(me, { bearer: access_token })).status).toBe(401);
  expect((await call(refresh, { body: { refresh_token }, ip: newIp() })).status).toBe(401);
});

test('a blocked account is not entered', async () => {
  await join('admin');
  await transact([update(keys.account(team.account_id), { set: { status: 'blocked' } })]);
  expect((await change(user.bearer, team.account_id)).headers['x-error-code']).toBe('account_blocked');
});

test('root renames the account', async () => {
  const reply = await rename(team.bearer, 'Kaveri Labs');
  expect([reply.status, reply.body]).toEqual([200, { account_id: team.account_id, name: 'Kaveri Labs' }]);
  expect(await get(keys.account(team.account_id))).toMatchObject({ name: 'Kaveri Labs' });
});

test.each(['owner', 'admin'] as const)('so does an %s', async (role) => {
  await join(role);
  expect((await rename((await asMember()).access_token, 'Kaveri Labs')).status).toBe(200);
  expect(await get(keys.account(team.account_id))).toMatchObject({ name: 'Kaveri Labs' });
  expect(await get(keys.account(user.account_id))).toMatchObject({ name: user.email });
});

test.each(['developer', 'billing', 'viewer'] as const)('a %s does not', async (role) => {
  await join(role);
  const reply = await rename((await asMember()).access_token, 'Kaveri Labs');
  expect(problem(reply)).toEqual([
    403,
    'access_denied',
    `user ${user.email} may not rename account ${team.account_id} (root, owner or admin)`,
  ]);
  expect(await get(keys.account(team.account_id))).toMatchObject({ name: 'Kaveri Works' });
});

test.each([
  ['', /^name: "" must have at least 1 characters/],
  ['a'.repeat(65), /^name: .* must have at most 64 characters/],
  ['a\r\nb', /must be text without control characters$/],
  [undefined, /^name: is required/],
])('the name %j is refused', async (name, error) => {
  const reply = await rename(team.bearer, name);
  expect([reply.status, reply.body.error]).toEqual([400, expect.stringMatching(error)]);
});
