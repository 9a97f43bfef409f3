import { expect, test } from 'vitest';
import { handler as iamLogin } from '#functions/auth/iam-login/login.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { callerOf, expectStatus, newName } from '#test/support/accounts/iam.ts';
import { invited, joined, switched } from '#test/support/accounts/teams.ts';
import { hijacked, takenOver } from './hijacked.ts';

/*
 * The attacker stays logged in: as root, as an IAM user, as a member of the account, and in a team that they joined
 * with the address.
 */

interface Session {
  access_token: string;
  refresh_token: string;
}

const uses = async ({ access_token, refresh_token }: Session) => [
  (await call(me, { bearer: access_token })).status,
  (await call(refresh, { body: { refresh_token }, ip: newIp() })).status,
];

const rootSession = async ({ bearer, refresh_token }: SignedUp): Promise<Session> => ({
  access_token: bearer,
  refresh_token,
});

async function iamSession(owner: SignedUp): Promise<Session> {
  const username = newName();
  const body = { username, password: goodPassword, password_reset_required: false };
  await expectStatus(201, callerOf(owner)(createUser, { body }));
  const asked = { account_id: owner.account_id, username, password: goodPassword };
  return expectStatus(200, call(iamLogin, { body: asked, ip: newIp() }));
}

test.each([
  ['the root user', rootSession],
  ['an IAM user', iamSession],
])('a session of %s is over, access and refresh token', async (_, log) => {
  const { attacker, loot } = await hijacked(log);
  await takenOver(attacker);
  expect(await uses(loot)).toEqual([401, 401]);
});

test('and so is one that was refreshed just before', async () => {
  const { attacker, loot } = await hijacked(iamSession);
  const { refresh_token } = loot;
  const next = await expectStatus(200, call(refresh, { body: { refresh_token }, ip: newIp() }));
  await takenOver(attacker);
  expect(await uses(next)).toEqual([401, 401]);
  // Within the grace in which the token before last is answered again.
  expect(await uses(loot)).toEqual([401, 401]);
});

test('one of a member of the account is over, and one of the address in another team', async () => {
  const { attacker, loot: member } = await hijacked((owner) => joined(owner, 'admin'));
  const team = await verified();
  const { token } = await invited(team, attacker.email, 'admin');
  await expectStatus(200, call(accept, { bearer: attacker.bearer, body: { token } }));
  const elsewhere = await switched(attacker, team.account_id);
  const statuses = async () =>
    Promise.all([member.bearer, elsewhere].map(async (bearer) => (await call(me, { bearer })).status));
  expect(await statuses()).toEqual([200, 200]);
  await takenOver(attacker);
  expect(await statuses()).toEqual([401, 401]);
  const body = { account_id: attacker.account_id };
  expect((await call(switchAccount, { bearer: member.person.bearer, body })).status).toBe(404);
});
