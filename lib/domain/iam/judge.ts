import { policiesOf } from '#lib/domain/identity/iam/compiled.ts';
import { evaluate, keysThatMatter } from '#lib/domain/identity/iam/policy/evaluate.ts';
import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import type { Principal } from '#lib/model/platform/principal.ts';

/** What a principal is about to do. */
export interface Act {
  action: string;
  /** An SRN. */
  resource: string;
  /** What conditions may ask about, as far as it is known without a read. */
  context: ConditionContext;
  /** What else they may ask: the resource's tags, its type and price. Called only where some policy's condition does. */
  facts?: (() => Promise<ConditionContext>) | undefined;
  /** Whether it needs no Allow, being on the principal's own credentials; a Deny still counts. */
  own?: boolean | undefined;
}

/** Whether a condition key is about the resource, which `facts` tells, and not about the caller or the moment. */
const isFact = (key: string): boolean => !['svc:SourceIp', 'svc:MfaPresent', 'svc:CurrentTime'].includes(key);

/** Whether the policies that bind a principal, as they are at this request, allow what they are about to do. */
export async function allows(principal: Principal, act: Act): Promise<boolean> {
  const { action, resource, facts, own } = act;
  const policies = await policiesOf(principal);
  const asked = facts !== undefined && [...keysThatMatter(policies, act)].some(isFact);
  const context = asked ? { ...(await facts()), ...act.context } : act.context;
  const { decision } = evaluate(policies, { action, resource, context });
  return decision === 'allowed' || (own === true && decision === 'implicit_deny');
}
