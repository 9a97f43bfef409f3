import { requireOperatorRoot } from '#lib/domain/identity/iam/operators.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { PolicyDocument } from '#lib/model/identity/policy/document.ts';
import { isForOperators } from '#lib/model/identity/policy/reach.ts';
import type { Policy } from '#lib/model/identity/policy.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type PolicyRecord, createPolicy as putPolicy } from '#lib/store/identity/policies.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { claimName, toPolicy } from './resource.ts';

export interface CreatePolicyInput {
  name: string;
  description: string | null;
  document: PolicyDocument;
}

/**
 * Creates a custom policy. It has an effect once it is attached. 409 for a name that exists in any case, 403 over
 * quota.
 */
export function createPolicy(context: Context, input: CreatePolicyInput): Promise<Policy> {
  if (isForOperators(input.document)) requireOperatorRoot(context.principal);
  return retryOnConflict(async () => {
    const record = newPolicy(context, input);
    return context.commit({
      writes: [claimName(record), takeQuota(record.account_id, 'custom_policies'), putPolicy(record)],
      reply: toPolicy(record),
      version: record.version,
    });
  });
}

function newPolicy(context: Context, { name, description, document }: CreatePolicyInput): PolicyRecord {
  const at = rfc3339(context.now);
  return {
    id: newId('policy', context.now),
    account_id: context.principal.account_id,
    name,
    description,
    type: 'custom',
    document,
    ...(isForOperators(document) && { for_operators: true }),
    attachment_count: 0,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}
