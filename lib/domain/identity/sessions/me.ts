import { policiesOfRole } from '#lib/domain/identity/iam/bound-policies.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { Profile } from '#lib/model/identity/user.ts';
import { type AccountRecord, getAccounts } from '#lib/store/identity/accounts.ts';
import { type MemberRecord, membershipsOf } from '#lib/store/identity/members.ts';
import { type Actor, authenticatedActor } from './actor.ts';
import { statusOf } from './resource.ts';

/** The caller's profile. A field that does not apply to the caller's type is null. */
export async function getMe({ principal }: Context): Promise<Profile> {
  const actor = await authenticatedActor(principal);
  const { account, user } = actor;
  return {
    type: actor.type,
    id: user.id,
    ...particulars(actor),
    account_id: account.account_id,
    mfa_enabled: user.mfa_enabled,
    created_at: user.created_at,
    accounts: await accountsOf(actor),
    auth_method: principal.auth_method,
    operator: principal.operator === true && actor.type !== 'member',
  };
}

type Particulars = Pick<
  Profile,
  'email' | 'username' | 'name' | 'email_verified' | 'role' | 'groups' | 'policies' | 'status'
>;

function particulars(actor: Actor): Particulars {
  if (actor.type === 'iam') {
    const { username, groups, policies } = actor.user;
    const notForIamUsers = { email: null, name: null, email_verified: null, role: null };
    return { ...notForIamUsers, username, groups, policies, status: actor.account.status };
  }
  const { email, name, email_verified } = actor.user;
  const status = statusOf(actor.user, actor.account);
  const profile = { email, username: null, name, email_verified, groups: [], status };
  if (actor.type === 'root') return { ...profile, role: 'owner', policies: [] };
  const { role } = actor.member;
  return { ...profile, role, policies: policiesOfRole(role) };
}

/** Every account that the user may act in, starting with the user's own. An IAM user has one. */
async function accountsOf({ type, user, account }: Actor): Promise<Profile['accounts']> {
  if (type === 'iam') return [entry(account, 'iam')];
  const joined = await membershipsOf(user.id, type === 'member' ? [account.account_id] : []);
  if (type === 'root' && joined.length === 0) return [entry(account, 'owner')];
  const found = await getAccounts([user.account_id, ...joined.map(({ account_id }) => account_id)]);
  return found.map((one) => entry(one, roleIn(one, joined)));
}

const entry = ({ account_id, name }: AccountRecord, role: string) => ({ account_id, name, role });

const roleIn = ({ account_id }: AccountRecord, joined: readonly MemberRecord[]): string =>
  joined.find((membership) => membership.account_id === account_id)?.role ?? 'owner';
