import type { Context } from '#lib/domain/platform/context.ts';
import { type KnownPolicy, managedById, managedPolicy, managedSince } from '#lib/model/identity/managed-ids.ts';
import type { Policy } from '#lib/model/identity/policy.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getPolicy, type PolicyRecord } from '#lib/store/identity/policies.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** A custom policy as replies show it. */
export function toPolicy(record: PolicyRecord): Policy {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    description: record.description,
    type: 'custom',
    document: record.document,
    attachment_count: record.attachment_count,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** A managed policy as an account sees it, with the number of its attachments in the account. */
export function toManagedPolicy(
  { id, name, description, document }: KnownPolicy,
  account_id: string,
  attachment_count: number,
): Policy {
  return {
    id,
    account_id,
    name,
    description,
    type: 'managed',
    document,
    attachment_count,
    created_at: managedSince,
    updated_at: managedSince,
  };
}

/**
 * The account's custom policy of this id; 404 where there is none, 403 for a managed policy, which cannot be changed.
 */
export async function findCustomPolicy({ principal }: Context, id: string): Promise<PolicyRecord> {
  const managed = managedPolicy(id);
  if (managed) throw new ApiError('managed_policy', `policy ${id} (${managed.name}) is managed; it cannot be changed`);
  const record = await getPolicy(principal.account_id, id);
  if (record?.type !== 'custom') throw notFound('policy', id);
  return record;
}

type Owner = Pick<PolicyRecord, 'account_id' | 'id' | 'name'>;

/** Claims a policy's name, regardless of case; 409 where another policy of the account or a managed policy has it. */
export function claimName({ account_id, id, name }: Owner): Write {
  const lowerCased = name.toLowerCase();
  const managed = managedById.find((policy) => policy.name.toLowerCase() === lowerCased);
  if (managed) throw nameTaken(name, managed.id);
  return claimUnique(account_id, 'policy', lowerCased, id, (holder) => nameTaken(name, holder));
}

/** Frees a policy's name. */
export const freeName = ({ account_id, id, name }: Owner): Write =>
  freeUnique(account_id, 'policy', name.toLowerCase(), id);

const nameTaken = (name: string, holder: string) =>
  new ApiError('already_exists', `name: policy ${JSON.stringify(name)} already exists as ${holder}`);
