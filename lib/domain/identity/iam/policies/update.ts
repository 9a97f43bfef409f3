import { requireOperatorRoot } from '#lib/domain/identity/iam/operators.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { PolicyDocument } from '#lib/model/identity/policy/document.ts';
import { isForOperators } from '#lib/model/identity/policy/reach.ts';
import type { Policy } from '#lib/model/identity/policy.ts';
import { bumpIam } from '#lib/store/identity/iam.ts';
import { changePolicy } from '#lib/store/identity/policies.ts';
import { findCustomPolicy, toPolicy } from './resource.ts';

export interface UpdatePolicyInput {
  id: string;
  document: PolicyDocument;
  description: string | null;
}

/**
 * Replaces a custom policy's document and description from the next request on. 403 for a managed policy, 412 where
 * If-Match names another version.
 */
export function updatePolicy(context: Context, { id, document, description }: UpdatePolicyInput): Promise<Policy> {
  return retryOnConflict(async () => {
    const record = await findCustomPolicy(context, id);
    context.match(record.version);
    const for_operators = isForOperators(document);
    if (for_operators || record.for_operators) requireOperatorRoot(context.principal);
    const change = { document, for_operators, description, updated_at: rfc3339(context.now) };
    const next = { ...record, ...change, version: record.version + 1 };
    return context.commit({
      writes: [changePolicy(record, change), bumpIam(record.account_id)],
      reply: toPolicy(next),
      version: next.version,
    });
  });
}
