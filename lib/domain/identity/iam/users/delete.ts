import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { DeletedUser } from '#lib/model/identity/iam-user.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { each } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { removeAccessKey } from '#lib/store/identity/access-keys.ts';
import { getGroups, leaveGroup } from '#lib/store/identity/groups.ts';
import { bumpIam } from '#lib/store/identity/iam.ts';
import { removeIamUser } from '#lib/store/identity/iam-users.ts';
import { countAttachment } from '#lib/store/identity/policies.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { findUser } from './resource.ts';

/**
 * Deletes an IAM user with the user's access keys, memberships, attachments and one-time codes. The user's sessions and
 * tokens are refused from the next request on. 409 if callers name themselves.
 */
export function deleteUser(context: Context, { username }: { username: string }): Promise<DeletedUser> {
  return retryOnConflict(async () => {
    const { account_id, id } = context.principal;
    const record = await findUser(context, username);
    context.match(record.version);
    if (record.id === id) throw new ApiError('protected', `user ${username}: you cannot delete yourself`);
    await context.refuseDenied([
      ...record.groups.map(usedAs('group', 'iam:RemoveUserFromGroup')),
      ...record.policies.map((id) => ({ kind: 'policy' as const, id })),
    ]);
    const groups = await getGroups(account_id, record.groups);
    const at = rfc3339(context.now);
    return context.commit({
      writes: [
        ...removeIamUser(record),
        ...record.access_key_ids.map((access_key_id) => removeAccessKey({ ...record, access_key_id })),
        ...groups.map((group) => leaveGroup(group, [username], at)),
        ...record.policies.map((policy) => countAttachment(account_id, policy, -1)),
        returnQuota(account_id, 'iam_users'),
        bumpIam(account_id),
      ],
      reply: {
        username,
        deleted: true as const,
        deleted_access_keys: record.access_key_ids.length,
        detached_policies: record.policies.length,
      },
      rehearsal: {
        would: `delete user ${username}`,
        cascade: [
          ...each('access_key', record.access_key_ids, 'deleted'),
          ...each('group', record.groups, 'member removed'),
          ...each('policy', record.policies, 'detached'),
        ],
      },
    });
  });
}
