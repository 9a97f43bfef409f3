import { beforeEach, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { policiesOfRole } from '#lib/domain/identity/iam/bound-policies.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createMember, type MemberRecord } from '#lib/store/identity/members.ts';
import { keys } from '#lib/store/keys.ts';
import { remove, transact, update } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { peek } from '#test/lib/drivers/tokens/forge.ts';

let team: SignedUp;
let user: SignedUp;
let session: { access_token: string; refresh_token: string };
beforeEach(async () => {
  team = await signedUp({ name: 'The team' });
  user = await signedUp({ name: 'Asha' });
  await join();
  const reply = await call(switchAccount, { bearer: user.bearer, body: { account_id: team.account_id } });
  session = reply.body;
});

/** All memberships begin within one second: what tells them apart is not that. */
async function join(): Promise<void> {
  const created_at = '2026-01-01T00:00:00Z';
  const record: MemberRecord = {
    id: newId('member', new Date()),
    account_id: team.account_id,
    user_id: user.user.id,
    email: user.email,
    name: 'Asha',
    role: 'developer',
    created_at,
    updated_at: created_at,
    version: 1,
  };
  await transact([createMember(record)]);
}

const leave = () => transact([remove(keys.member(team.account_id, user.user.id))]);
const verdict = ({ status, headers }: Reply) => [status, headers['x-error-code']];
const whoIs = (bearer: string) => call(me, { bearer });
const renew = () => call(refresh, { body: { refresh_token: session.refresh_token }, ip: newIp() });

test('a member acts in the team’s account, as their role', async () => {
  expect(peek(session.access_token).payload).toMatchObject({
    typ: 'member',
    sub: user.user.id,
    account_id: team.account_id,
  });
  expect((await whoIs(session.access_token)).body).toMatchObject({
    type: 'member',
    id: user.user.id,
    email: user.email,
    account_id: team.account_id,
    role: 'developer',
    policies: policiesOfRole('developer'),
    accounts: [
      { account_id: user.account_id, name: 'Asha', role: 'owner' },
      { account_id: team.account_id, name: 'The team', role: 'developer' },
    ],
  });
  expect((await whoIs(user.bearer)).body).toMatchObject({ type: 'root', account_id: user.account_id, role: 'owner' });
});

test('a member’s session is refreshed as what it is', async () => {
  const next = await renew();
  expect(next).toMatchObject({ status: 200, body: { account_id: team.account_id } });
  expect(peek(next.body.access_token).payload).toMatchObject({ typ: 'member', account_id: team.account_id });
});

test('who leaves is out at the next request, and is not let in again by joining anew', async () => {
  await leave();
  expect(verdict(await whoIs(session.access_token))).toEqual([401, 'invalid_token']);
  expect(verdict(await renew())).toEqual([401, 'invalid_token']);
  await join();
  expect(verdict(await whoIs(session.access_token))).toEqual([401, 'invalid_token']);
  expect((await whoIs(user.bearer)).status).toBe(200);
});

test('a change of role counts at the next request', async () => {
  await transact([update(keys.member(team.account_id, user.user.id), { set: { role: 'viewer' } })]);
  expect((await whoIs(session.access_token)).body).toMatchObject({
    role: 'viewer',
    policies: policiesOfRole('viewer'),
  });
});

test('a blocked team shuts its members out, and leaves them their own account', async () => {
  await transact([update(keys.account(team.account_id), { set: { status: 'blocked' } })]);
  expect(verdict(await whoIs(session.access_token))).toEqual([403, 'account_blocked']);
  const own = await call(login, { body: { email: user.email, password: user.password }, ip: newIp() });
  expect(own.status).toBe(200);
});
