import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { type NewAccessKey, newAccessKeyId, newSecretKey } from '#lib/model/identity/access-key.ts';
import { userLimits } from '#lib/model/identity/iam-user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import {
  type AccessKeyRecord,
  createAccessKey as putAccessKey,
  secretContext,
} from '#lib/store/identity/access-keys.ts';
import { addToUser, type IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { toAccessKey } from './resource.ts';

/** Issues an access key. Only this reply contains its secret. 403 where the user has two keys. */
export function createAccessKey(
  context: Context,
  { username, description }: { username: string; description: string | null },
): Promise<NewAccessKey> {
  const secret_key = newSecretKey();
  return retryOnConflict(async () => {
    const user = await findUser(context, username);
    const record = await newRecord(context, user, { description, secret_key });
    const limit = userLimits.access_keys;
    const full = () => new ApiError('quota_exceeded', `${limit} of ${limit} access keys of user ${username} used`);
    return context.commit({
      writes: [
        addToUser(user, 'access_key_ids', record.access_key_id, { limit, full, at: record.created_at }),
        putAccessKey(record),
      ],
      reply: { ...toAccessKey(record), secret_key },
      version: record.version,
    });
  });
}

async function newRecord(
  context: Context,
  { id, account_id, username }: IamUserRecord,
  { description, secret_key }: { description: string | null; secret_key: string },
): Promise<AccessKeyRecord> {
  const access_key_id = newAccessKeyId();
  const at = rfc3339(context.now);
  return {
    access_key_id,
    account_id,
    username,
    user_id: id,
    description,
    secret: await secretBox.seal(secret_key, secretContext({ account_id, access_key_id })),
    status: 'active',
    account_generation: context.principal.account_generation,
    last_used_at: null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}
