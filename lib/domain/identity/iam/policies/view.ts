import { type KnownPolicy, managedSince } from '#lib/model/identity/managed-ids.ts';
import type { Policy } from '#lib/model/identity/policy.ts';
import type { PolicyRecord } from '#lib/store/identity/policies.ts';

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

/** A managed policy as an account sees it, with how often it has it attached. */
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
