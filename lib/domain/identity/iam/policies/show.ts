import type { Context } from '#lib/domain/platform/context.ts';
import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import type { Policy } from '#lib/model/identity/policy.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getPolicy } from '#lib/store/identity/policies.ts';
import { toManagedPolicy, toPolicy } from './resource.ts';

/** A policy with its document; 404 where the account has no policy of this id. */
export async function showPolicy(context: Context, { id }: { id: string }): Promise<Policy> {
  const { account_id } = context.principal;
  const record = await getPolicy(account_id, id);
  const managed = managedPolicy(id);
  if (managed) return context.show(toManagedPolicy(managed, account_id, record?.attachment_count ?? 0), 1);
  if (record?.type !== 'custom') throw notFound('policy', id);
  return context.show(toPolicy(record), record.version);
}
