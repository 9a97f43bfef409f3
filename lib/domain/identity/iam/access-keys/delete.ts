import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { removeAccessKey } from '#lib/store/identity/access-keys.ts';
import { takeFromUser } from '#lib/store/identity/iam-users.ts';
import { findAccessKey, type KeyPath } from './resource.ts';

/** Deletes an access key. The key and its tokens are refused from the next request on. */
export function deleteAccessKey(context: Context, path: KeyPath): Promise<{ access_key_id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const [user, record] = await allInOrder([findUser(context, path.username), findAccessKey(context, path)]);
    context.match(record.version);
    return context.commit({
      writes: [
        removeAccessKey({ ...user, access_key_id: path.id }),
        takeFromUser(user, 'access_key_ids', path.id, rfc3339(context.now)),
      ],
      reply: { access_key_id: path.id, deleted: true as const },
    });
  });
}
