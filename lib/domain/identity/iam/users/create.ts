import { attachment, requireOrdinary } from '#lib/domain/identity/iam/operators.ts';
import { acceptIamPassword, type PasswordChange } from '#lib/domain/identity/iam/passwords/accept.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type IamUser, userLimits } from '#lib/model/identity/iam-user.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { enterGroup, type GroupRecord, getGroups } from '#lib/store/identity/groups.ts';
import { bumpIam } from '#lib/store/identity/iam.ts';
import { createIamUser, type IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { getPasswordPolicy } from '#lib/store/identity/password-policy.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { toIamUser } from './resource.ts';

export interface CreateUserInput {
  username: string;
  description: string | null;
  tags: Record<string, string>;
  password?: string | undefined;
  password_reset_required: boolean;
  groups: string[];
  policy_ids: string[];
}

/**
 * Creates an IAM user in these groups and with these policies. Without a password the user has no console access. 400
 * names each rule that the password breaks; 409 for a name that exists in any case, 404 for an unknown group or policy,
 * 403 over quota.
 */
export async function createUser(context: Context, input: CreateUserInput): Promise<IamUser> {
  refuseTooMany(input);
  const password = await passwordOf(context, input);
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const groups = await findGroups(account_id, input.groups);
    await requireOrdinary(
      context.principal,
      groups.flatMap(({ policies }) => policies),
    );
    const record = newUser(context, { ...input, groups: groups.map(({ name }) => name) }, password);
    return context.commit({
      writes: [
        ...groups.map((group) => enterGroup(group, record.username, record.created_at)),
        ...record.policies.map((id) => attachment(context.principal, id, 1)),
        createIamUser(record, (old) => usernameTaken(old?.username ?? record.username)),
        takeQuota(account_id, 'iam_users'),
        bumpIam(account_id),
      ],
      reply: toIamUser(record),
      version: record.version,
    });
  });
}

function refuseTooMany({ username, groups, policy_ids }: CreateUserInput): void {
  if (policy_ids.length > userLimits.policies) throw overQuota(username, 'policies', policy_ids.length);
  if (groups.length > userLimits.groups) throw overQuota(username, 'groups', groups.length);
}

const overQuota = (username: string, what: 'policies' | 'groups', wanted: number) =>
  new ApiError('quota_exceeded', `user ${username}: ${wanted} ${what} given (at most ${userLimits[what]})`);

const usernameTaken = (holder: string) =>
  new ApiError('already_exists', `username: user ${JSON.stringify(holder)} already exists`);

async function passwordOf(context: Context, { username, password }: CreateUserInput): Promise<PasswordChange> {
  const none = { username, password_hash: null, password_history: [] };
  if (password === undefined) return { ...none, password_changed_at: null };
  const policy = await getPasswordPolicy(context.principal.account_id);
  return acceptIamPassword(none, password, { policy, now: context.now });
}

/** The groups of these names; 404 for the first that the account does not have. */
async function findGroups(account: string, names: readonly string[]): Promise<GroupRecord[]> {
  const found = await getGroups(account, names);
  return names.map((name) => {
    const group = found.find((record) => record.name === name);
    if (!group) throw notFound('group', name);
    return group;
  });
}

function newUser(context: Context, input: CreateUserInput, password: PasswordChange): IamUserRecord {
  const at = rfc3339(context.now);
  return {
    id: newId('user', context.now),
    account_id: context.principal.account_id,
    username: input.username,
    description: input.description,
    tags: input.tags,
    password_hash: password.password_hash,
    password_history: password.password_history,
    password_changed_at: password.password_changed_at,
    password_reset_required: password.password_hash !== null && input.password_reset_required,
    mfa_enabled: false,
    generation: 1,
    account_generation: context.principal.account_generation,
    last_login_at: null,
    policies: input.policy_ids.toSorted(),
    groups: input.groups.toSorted(),
    access_key_ids: [],
    created_at: at,
    updated_at: at,
    version: 1,
  };
}
