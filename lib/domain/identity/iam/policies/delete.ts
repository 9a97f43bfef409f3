import { requireOperatorRoot } from '#lib/domain/identity/iam/operators.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { each, type Rehearsal } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { detachFromGroup, type GroupRecord, groupsWithPolicy } from '#lib/store/identity/groups.ts';
import { bumpIamUngranting } from '#lib/store/identity/iam.ts';
import { type IamUserRecord, takeFromUser, usersWithPolicy } from '#lib/store/identity/iam-users.ts';
import { countAttachment, type PolicyRecord, removePolicy } from '#lib/store/identity/policies.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { findCustomPolicy, freeName } from './resource.ts';

/** The number of attachments that one transaction ends, in addition to its other writes. */
const batchSize = 60;

interface Holders {
  users: IamUserRecord[];
  groups: GroupRecord[];
}

/** Deletes a custom policy. 409 in_use names its users and groups unless `detach` is set; 403 for a managed policy. */
export function deletePolicy(
  context: Context,
  { id, detach }: { id: string; detach: boolean },
): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const found = await findCustomPolicy(context, id);
    context.match(found.version);
    if (found.for_operators) requireOperatorRoot(context.principal);
    const holders = found.attachment_count > 0 ? await holdersOf(found) : { users: [], groups: [] };
    if (!detach && holders.users.length + holders.groups.length > 0) throw inUse(holders);
    await context.refuseDenied([
      ...holders.users.map(({ username }) => usedAs('user', 'iam:DetachUserPolicy')(username)),
      ...holders.groups.map(({ name }) => usedAs('group', 'iam:DetachGroupPolicy')(name)),
    ]);
    const rehearsal = {
      would: `delete policy ${id}`,
      cascade: [
        ...each(
          'user',
          holders.users.map(({ username }) => username),
          'policy detached',
        ),
        ...each('group', names(holders.groups), 'policy detached'),
      ],
    };
    const record = await detachSurplus(context, found, { ...holders, rehearsal });
    const at = rfc3339(context.now);
    const { account_id } = record;
    return context.commit({
      writes: [
        removePolicy(record, holders.users.length + holders.groups.length),
        ...detachments(holders, id, at),
        freeName(record),
        returnQuota(account_id, 'custom_policies'),
        bumpIamUngranting(account_id, names(holders.groups), id),
      ],
      reply: { id, deleted: true as const },
      rehearsal,
    });
  });
}

async function holdersOf({ account_id, id }: PolicyRecord): Promise<Holders> {
  const [users, groups] = await allInOrder([usersWithPolicy(account_id, id), groupsWithPolicy(account_id, id)]);
  return { users, groups };
}

const detachments = ({ users, groups }: Holders, id: string, at: string): Write[] => [
  ...users.map((user) => takeFromUser(user, 'policies', id, at)),
  ...groups.map((group) => detachFromGroup(group, id, at)),
];

/** Detaches the policy until the rest fits into one transaction. A crash on the way leaves fewer attachments. */
async function detachSurplus(
  context: Context,
  record: PolicyRecord,
  holders: Holders & { rehearsal: Rehearsal },
): Promise<PolicyRecord> {
  if (holders.users.length + holders.groups.length <= batchSize) return record;
  await context.claimed({ rehearsal: holders.rehearsal });
  const { account_id, id } = record;
  const users = holders.users.splice(0, batchSize);
  const groups = holders.groups.splice(0, batchSize - users.length);
  await transact([
    ...detachments({ users, groups }, id, rfc3339(context.now)),
    countAttachment(account_id, id, -(users.length + groups.length)),
    bumpIamUngranting(account_id, names(groups), id),
  ]);
  return detachSurplus(context, record, holders);
}

const names = (groups: readonly GroupRecord[]): string[] => groups.map(({ name }) => name);

function inUse({ users, groups }: Holders): ApiError {
  const holders = [...users.map(({ username }) => `user ${username}`), ...groups.map(({ name }) => `group ${name}`)];
  const shown = holders.slice(0, 20).join(', ');
  const more = holders.length > 20 ? ` and ${holders.length - 20} more` : '';
  return new ApiError('in_use', `attached to ${shown}${more}`);
}
