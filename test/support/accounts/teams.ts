import { handler as exchange } from '#functions/auth/credentials/exchange.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import type { TeamRole } from '#lib/model/identity/policy/managed.ts';
import type { NewInvite } from '#lib/model/identity/team.ts';
import type { PolicyRecord } from '#lib/store/identity/policies.ts';
import { createPolicy } from '#lib/store/identity/policies.ts';
import { transact } from '#lib/store/platform/write.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { accessKey, iamUser } from '#lib/testing/functions/iam-users.ts';

/** Makes an invite of `owner` by POST /auth/team/invite. */
export async function invited(owner: { bearer: string }, email: string, role: TeamRole = 'viewer'): Promise<NewInvite> {
  const reply = await call(invite, { bearer: owner.bearer, body: { email, role } });
  if (reply.status !== 201) throw new Error(`invite failed: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export interface Joined {
  /** The user who joined, with a session in their own account. */
  person: SignedUp;
  member_id: string;
  /** A session of that user in the team's account. */
  bearer: string;
}

/** A new user whom `owner` invited, who accepted, and who switched to the account. */
export async function joined(owner: SignedUp, role: TeamRole = 'viewer'): Promise<Joined> {
  const person = await signedUp();
  const { token } = await invited(owner, person.email, role);
  const reply = await call(accept, { bearer: person.bearer, body: { token } });
  if (reply.status !== 200) throw new Error(`accept failed: ${reply.status} ${JSON.stringify(reply.body)}`);
  return { person, member_id: reply.body.member_id, bearer: await switched(person, owner.account_id) };
}

/** A session of a user in another account. */
export async function switched(person: { bearer: string }, account_id: string): Promise<string> {
  const reply = await call(switchAccount, { bearer: person.bearer, body: { account_id } });
  if (reply.status !== 200) throw new Error(`switch failed: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.access_token;
}

/** An access token of a new IAM user with one policy of these statements. */
export async function iamBearer(account_id: string, statements: PolicyRecord['document']['Statement']) {
  const id = `pol-${crypto
    .randomUUID()
    .replaceAll('-', '')
    .slice(0, 26)
    .replaceAll(/[ilou]/g, 'z')}`;
  const at = '2026-11-21T04:10:00Z';
  const document = { Version: '2026-11-01' as const, Statement: statements };
  const stamps = { account_id, created_at: at, updated_at: at, version: 1 };
  const policy = { id, ...stamps, name: id, description: null, type: 'custom' as const, document, attachment_count: 1 };
  await transact([createPolicy(policy)]);
  const user = await iamUser(account_id, { policies: [id] });
  const reply = await call(exchange, { body: await accessKey(user), ip: newIp() });
  if (reply.status !== 200) throw new Error(`exchange failed: ${reply.status} ${JSON.stringify(reply.body)}`);
  return { bearer: reply.body.access_token as string, username: user.username };
}
