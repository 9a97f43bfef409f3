import { findUser } from '#lib/domain/identity/iam/users/find.ts';
import { type Context, fresh } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { removeAccessKey } from '#lib/store/identity/access-keys.ts';
import { takeFromUser } from '#lib/store/identity/iam-users.ts';
import { findAccessKey, type KeyPath } from './find.ts';

/** Deletes an access key; it and its tokens are refused from the next request on. */
export function deleteAccessKey(context: Context, path: KeyPath): Promise<{ access_key_id: string; deleted: true }> {
  return fresh(async () => {
    const [record, user] = await Promise.all([findAccessKey(context, path), findUser(context, path.username)]);
    context.match(record.version);
    return context.commit({
      writes: [removeAccessKey(path.id), takeFromUser(user, 'access_key_ids', path.id, rfc3339(context.now))],
      reply: { access_key_id: path.id, deleted: true as const },
    });
  });
}
