import { attachment } from '#lib/domain/identity/iam/operators.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type Group, policiesPerGroup } from '#lib/model/identity/group.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type GroupRecord, createGroup as putGroup } from '#lib/store/identity/groups.ts';
import { bumpIamGranting } from '#lib/store/identity/iam.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { toGroup } from './resource.ts';

export interface CreateGroupInput {
  name: string;
  description: string | null;
  policy_ids: string[];
}

/**
 * Creates a group with these policies. 409 for a name that exists in any case, 404 for an unknown policy, 403 over
 * quota.
 */
export async function createGroup(context: Context, input: CreateGroupInput): Promise<Group> {
  const { length } = input.policy_ids;
  if (length > policiesPerGroup) {
    throw new ApiError('quota_exceeded', `group ${input.name}: ${length} policies given (at most ${policiesPerGroup})`);
  }
  return retryOnConflict(async () => {
    const record = newGroup(context, input);
    const { account_id, name, policies } = record;
    return context.commit({
      writes: [
        ...policies.map((id) => attachment(context.principal, id, 1)),
        putGroup(record, (old) => nameTaken(old?.name ?? name)),
        takeQuota(account_id, 'groups'),
        bumpIamGranting(account_id, name, policies),
      ],
      reply: toGroup(record),
      version: record.version,
    });
  });
}

const nameTaken = (holder: string) =>
  new ApiError('already_exists', `name: group ${JSON.stringify(holder)} already exists`);

function newGroup(context: Context, { name, description, policy_ids }: CreateGroupInput): GroupRecord {
  const at = rfc3339(context.now);
  return {
    id: newId('group', context.now),
    account_id: context.principal.account_id,
    name,
    description,
    members: [],
    policies: policy_ids.toSorted(),
    created_at: at,
    updated_at: at,
    version: 1,
  };
}
