import { acceptIamPassword, passwordHistoryOf } from '#lib/domain/identity/iam/passwords/accept.ts';
import {
  clearFailedAttempts,
  countFailedAttempt,
  refuseThrottled,
  throttleOf,
} from '#lib/domain/identity/mfa/throttle.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { PasswordState } from '#lib/model/identity/iam-user.ts';
import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { generatePassword } from '#lib/standards/passwords/generate.ts';
import { verifyPassword } from '#lib/standards/passwords/hash.ts';
import { keepSession } from '#lib/store/identity/accounts.ts';
import { changeIamUser, forgetIamMfa, type IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { getPasswordPolicy } from '#lib/store/identity/password-policy.ts';
import { isOfGeneration } from '#lib/store/platform/generations.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { findUser } from './resource.ts';

export interface UserPasswordInput {
  username: string;
  current_password?: string | undefined;
  password?: string | undefined;
  generate?: true | undefined;
  disabled?: true | undefined;
  password_reset_required?: boolean | undefined;
}

/** Whether users change their own password and prove the current one. Such a change needs no policy. */
export const isOwnPassword = (
  { principal }: Pick<Context, 'principal'>,
  { params, body }: { params: { username: string }; body: { current_password?: string | undefined } },
): boolean => principal.type === 'iam' && params.username === principal.name && body.current_password !== undefined;

/**
 * Sets or generates an IAM user's console password, or ends the user's console access. It ends the user's sessions,
 * except the one in which users change their own password. 400 names each rule that the password breaks; 401 for a
 * wrong current password, 429 after five; 403 where the account does not let users change their own password.
 */
export function updateUserPassword(context: Context, input: UserPasswordInput): Promise<PasswordState> {
  const generated = input.generate;
  return retryOnConflict(async () => {
    const { account_id, account_generation } = context.principal;
    const [record, policy] = await allInOrder([findUser(context, input.username), getPasswordPolicy(account_id)]);
    context.match(record.version);
    const proof = await proveOwnPassword(context, input, { record, policy });
    const password = generated ? generatePassword(policy.min_length) : input.password;
    const change = await changeOf(context, { record, policy }, password);
    const password_reset_required = password !== undefined && (input.password_reset_required ?? !proof);
    return context.commit({
      writes: [
        changeIamUser(record, { ...change, ...renewed(record, account_generation), password_reset_required }),
        ...(isOfGeneration(record, account_generation) ? [] : [forgetIamMfa(record)]),
        ...(proof ?? []),
      ],
      reply: {
        username: record.username,
        console_access: password !== undefined,
        password_reset_required,
        ...(generated ? { password } : {}),
      },
    });
  });
}

/** Ends older sessions. `mfa_enabled` gets its value for the current generation. */
const renewed = ({ generation, mfa_enabled }: IamUserRecord, account_generation: number) => ({
  generation: generation + 1,
  account_generation,
  mfa_enabled,
});

interface UserAndPolicy {
  record: IamUserRecord;
  policy: PasswordPolicy;
}

async function changeOf(context: Context, { record, policy }: UserAndPolicy, password: string | undefined) {
  const updated_at = rfc3339(context.now);
  if (password === undefined) return { password_hash: null, password_history: passwordHistoryOf(record), updated_at };
  return { ...(await acceptIamPassword(record, password, { policy, now: context.now })), updated_at };
}

/**
 * Checks the current password if users change their own, and returns the writes for it; undefined for a change by
 * another principal.
 */
async function proveOwnPassword(
  context: Context,
  { current_password }: UserPasswordInput,
  { record, policy }: UserAndPolicy,
): Promise<Write[] | undefined> {
  if (current_password === undefined) return undefined;
  const { id, session_id } = context.principal;
  if (record.id !== id) {
    throw new ApiError('validation_failed', "current_password: is only for a change of the caller's own password");
  }
  if (!policy.allow_self_change) {
    throw new ApiError(
      'access_denied',
      "the account's password policy does not allow users to change their own password",
    );
  }
  const throttle = throttleOf(context, `change-password ${id}`);
  await refuseThrottled(throttle);
  if (!(await verifyPassword(record.password_hash ?? undefined, current_password))) {
    await context.claimed();
    throw await countFailedAttempt(throttle, new ApiError('invalid_credentials', 'current_password: is wrong'));
  }
  const sessions = session_id === null ? [] : [keepSession(session_id, record.generation + 1)];
  return [clearFailedAttempts(throttle), ...sessions];
}
