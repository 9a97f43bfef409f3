import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as listAudit } from '#functions/auth/audit-logs/list.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import { handler as listMembers } from '#functions/auth/team/list-members.ts';
import { handler as removeMember } from '#functions/auth/team/remove.ts';
import { handler as updateMember } from '#functions/auth/team/update.ts';
import { handler as deleteKey } from '#functions/compute/ssh-keys/delete.ts';
import { handler as listKeys } from '#functions/compute/ssh-keys/list.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { iamBearer, invited, joined, switched } from '#test/support/accounts/teams.ts';

let owner: SignedUp;
beforeAll(async () => {
  await signedUp();
});
beforeEach(async () => {
  owner = await verified({ name: 'Asha' });
});

const members = async (bearer = owner.bearer, query = {}) => (await call(listMembers, { bearer, query })).body.members;
const remove = (id: string, bearer = owner.bearer) => call(removeMember, { bearer, params: { id } });
const change = (id: string, role: string, bearer = owner.bearer) =>
  call(updateMember, { bearer, params: { id }, body: { role } });
/** 403 for who may not delete SSH keys, 404 for who may: there is none. */
const deletes = async (bearer: string) =>
  (await call(deleteKey, { bearer, params: { id: newId('sshKey', new Date()) } })).status;

test('the owner is a member, of their own account alone', async () => {
  expect(await members()).toEqual([
    expect.objectContaining({ user_id: owner.user.id, email: owner.email, name: 'Asha', role: 'owner' }),
  ]);
  expect((await call(me, { bearer: owner.bearer })).body.accounts).toHaveLength(1);
});

test('members are found by their names; one without a name is not called null', async () => {
  const { member_id } = await joined(owner, 'viewer');
  expect((await members()).map(({ id, name }: { id: string; name: string }) => [id, name])).toContainEqual([
    member_id,
    null,
  ]);
  expect(await members(owner.bearer, { name: 'Asha,Ravi' })).toMatchObject([{ user_id: owner.user.id }]);
  expect(await members(owner.bearer, { name: 'null' })).toEqual([]);
});

test('the owner is neither removed nor made anything else', async () => {
  const [{ id }] = await members();
  const admin = await joined(owner, 'admin');
  for (const bearer of [owner.bearer, admin.bearer]) {
    for (const reply of [await remove(id, bearer), await change(id, 'viewer', bearer)]) {
      expect(reply.status).toBe(403);
      expect(reply.body.error).toBe(
        `member ${id} is the owner of account ${owner.account_id} and cannot be changed or removed`,
      );
    }
  }
});

test('a removed member is out at the next request, by every token, and by a refresh', async () => {
  const { person, member_id, bearer } = await joined(owner, 'admin');
  const second = await call(switchAccount, { bearer: person.bearer, body: { account_id: owner.account_id } });
  expect((await call(me, { bearer })).body).toMatchObject({ type: 'member', role: 'admin' });
  expect((await remove(member_id)).body).toEqual({ id: member_id, deleted: true });
  for (const token of [bearer, second.body.access_token]) {
    expect((await call(me, { bearer: token })).status).toBe(401);
    expect((await call(listKeys, { bearer: token })).status).toBe(401);
  }
  const renewal = await call(refresh, { body: { refresh_token: second.body.refresh_token }, ip: newIp() });
  expect(renewal.status).toBe(401);
  expect((await call(switchAccount, { bearer: person.bearer, body: { account_id: owner.account_id } })).status).toBe(
    404,
  );
  expect((await call(me, { bearer: person.bearer })).body.accounts).toHaveLength(1);
  expect(await members()).toHaveLength(1);
});

test('who is removed may be invited again, and is somebody new', async () => {
  const { person, member_id } = await joined(owner);
  await remove(member_id);
  const { token } = await invited(owner, person.email, 'admin');
  const reply = await call(accept, { bearer: person.bearer, body: { token } });
  expect(reply.body.member_id).not.toBe(member_id);
  expect((await call(me, { bearer: await switched(person, owner.account_id) })).body.role).toBe('admin');
});

test('of two who remove one member at once one does', async () => {
  const { member_id } = await joined(owner);
  const replies = await Promise.all([remove(member_id), remove(member_id), remove(member_id)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

test('a new role counts from the next request on', async () => {
  const { member_id, bearer } = await joined(owner, 'viewer');
  expect(await deletes(bearer)).toBe(403);
  const reply = await change(member_id, 'developer');
  expect(reply).toMatchObject({ status: 200, body: { id: member_id, role: 'developer' } });
  expect(await deletes(bearer)).toBe(404);
  await change(member_id, 'billing');
  expect(await deletes(bearer)).toBe(403);
  expect((await call(me, { bearer })).body.role).toBe('billing');
});

test('the same role again changes nothing; a stale If-Match is refused', async () => {
  const { member_id } = await joined(owner, 'viewer');
  const [before] = await members();
  expect((await change(member_id, 'viewer')).status).toBe(200);
  expect((await members())[0]).toEqual(before);
  const headers = { 'if-match': '"v7"' };
  const stale = await call(updateMember, {
    bearer: owner.bearer,
    params: { id: member_id },
    body: { role: 'admin' },
    headers,
  });
  expect(stale.status).toBe(412);
});

test('roles do in the team what their policies say', async () => {
  const rows = { admin: [200, 201], developer: [403, 403], billing: [200, 403], viewer: [200, 403] } as const;
  for (const [role, expected] of Object.entries(rows)) {
    const { bearer } = await joined(owner, role as keyof typeof rows);
    const listed = await call(listMembers, { bearer });
    const asked = await call(invite, {
      bearer: await verifiedBearer(bearer),
      body: { email: newEmail(), role: 'viewer' },
    });
    expect({ role, statuses: [listed.status, asked.status] }).toEqual({ role, statuses: expected });
  }
});

/** The same bearer, once its person's address is verified. */
async function verifiedBearer(bearer: string): Promise<string> {
  const { id } = (await call(me, { bearer })).body;
  await transact([update(keys.user(id), { set: { email_verified: true } })]);
  return bearer;
}

test('nobody grants more than they have', async () => {
  const team = { Effect: 'Allow' as const, Action: 'team:*', Resource: '*' };
  const only = await iamBearer(owner.account_id, [team]);
  const ask = (bearer: string, role: string) => call(invite, { bearer, body: { email: newEmail(), role } });
  const refused = await ask(only.bearer, 'viewer');
  expect(refused.status).toBe(403);
  expect(refused.body.error).toMatch(/^role: user alice-\w+ may not grant viewer: it allows compute:ListInstances /);
  const { member_id } = await joined(owner, 'viewer');
  expect((await change(member_id, 'admin', only.bearer)).status).toBe(403);
  const reading = await iamBearer(owner.account_id, [
    team,
    { Effect: 'Allow', Action: ['*:Get*', '*:List*'], Resource: '*' },
  ]);
  expect((await ask(reading.bearer, 'viewer')).status).toBe(201);
  expect((await ask(reading.bearer, 'developer')).status).toBe(403);
  const all = { Effect: 'Allow' as const, Action: '*', Resource: '*' };
  const bound = {
    Effect: 'Deny' as const,
    Action: 'compute:TerminateInstance',
    Resource: 'srn:compute:in-mum:*:instance/i-1',
  };
  expect((await ask((await iamBearer(owner.account_id, [all, bound])).bearer, 'admin')).status).toBe(403);
  const whenProven = { ...all, Condition: { IpAddress: { 'svc:SourceIp': '0.0.0.0/0' } } };
  expect((await ask((await iamBearer(owner.account_id, [team, whenProven])).bearer, 'admin')).status).toBe(403);
  expect((await ask((await iamBearer(owner.account_id, [all])).bearer, 'admin')).status).toBe(201);
});

test("another account's members are not found", async () => {
  const { member_id } = await joined(owner);
  const other = await verified();
  for (const id of [member_id, newId('member', new Date())]) {
    expect((await remove(id, other.bearer)).status).toBe(404);
    expect((await change(id, 'viewer', other.bearer)).status).toBe(404);
  }
  expect(await members(other.bearer)).toHaveLength(1);
});

test('what a member does, and what is denied them, stands in the log of the account they act in', async () => {
  const { person, bearer } = await joined(owner, 'viewer');
  expect(await deletes(bearer)).toBe(403);
  const entries = await auditOf(owner.account_id);
  expect(entries.at(-1)).toMatchObject({
    action: 'compute:DeleteSshKey',
    status: 403,
    actor: { type: 'member', id: person.user.id, name: person.email },
  });
  const log = await call(listAudit, { bearer });
  expect(log.body.audit_logs[0]).toMatchObject({ status: 403, action: 'compute:DeleteSshKey' });
  expect((await auditOf(person.account_id)).filter(({ action }) => action === 'compute:DeleteSshKey')).toEqual([]);
});

test('a list of members is ordered, filtered and paged', async () => {
  const people = [await joined(owner), await joined(owner, 'admin')];
  const ids = [...people.map(({ member_id }) => member_id).reverse(), expect.stringMatching(/^mbr-/)];
  const seen = (await members()).map(({ id }: { id: string }) => id);
  expect(seen).toEqual(ids);
  expect((await members(owner.bearer, { role: 'admin,owner' })).length).toBe(2);
  expect((await members(owner.bearer, { sort: 'created_at' }))[0].role).toBe('owner');
  expect((await call(listMembers, { bearer: owner.bearer, query: { role: 'admin', strange: 'x' } })).status).toBe(400);
});
