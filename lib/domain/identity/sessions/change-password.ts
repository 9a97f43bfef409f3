import { acceptPassword } from '#lib/domain/identity/accounts/resource.ts';
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
import { ApiError } from '#lib/model/platform/errors.ts';
import { hashPassword, verifyPassword } from '#lib/standards/passwords/hash.ts';
import { getUser, keepSession, replacePassword } from '#lib/store/identity/accounts.ts';

export interface ChangePasswordInput {
  current_password: string;
  new_password: string;
}

/**
 * Changes the caller's password and ends all of the caller's other sessions. 401 invalid_credentials for a wrong
 * current password, 429 after five, 400 for a new password that breaks a rule, 403 for IAM users, whose accounts have
 * their own password rules.
 */
export function changePassword(context: Context, input: ChangePasswordInput): Promise<{ status: 'password_changed' }> {
  const { id, type, name, session_id } = context.principal;
  if (type === 'iam' || session_id === null) {
    throw new ApiError('access_denied', `an IAM user's password changes with PATCH /auth/iam/users/${name}/password`);
  }
  const throttle = throttleOf(context, `change-password ${id}`);
  return retryOnConflict(async () => {
    const [user] = await allInOrder([getUser(id), refuseThrottled(throttle)]);
    const genuine = await verifyPassword(user?.password_hash, input.current_password);
    if (!genuine || !user) {
      await context.claimed();
      throw await countFailedAttempt(throttle, new ApiError('invalid_credentials', 'current_password: is wrong'));
    }
    await acceptPassword(input.new_password, { email: user.email }, 'new_password');
    const password_hash = await hashPassword(input.new_password);
    return context.commit({
      writes: [
        replacePassword(user, { password_hash, updated_at: rfc3339(context.now) }),
        keepSession(session_id, user.generation + 1),
        clearFailedAttempts(throttle),
      ],
      reply: { status: 'password_changed' },
    });
  });
}
