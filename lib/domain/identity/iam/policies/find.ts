import type { Context } from '#lib/domain/platform/context.ts';
import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getPolicy, type PolicyRecord } from '#lib/store/identity/policies.ts';

/** The account's own policy of this id; 404 where there is none, 403 for a managed one, which nobody changes. */
export async function findCustomPolicy({ principal }: Context, id: string): Promise<PolicyRecord> {
  const managed = managedPolicy(id);
  if (managed) throw new ApiError('managed_policy', `policy ${id} (${managed.name}) is managed; it cannot be changed`);
  const record = await getPolicy(principal.account_id, id);
  if (record?.type !== 'custom') throw notFound('policy', id);
  return record;
}
