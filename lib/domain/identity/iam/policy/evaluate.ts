import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import { type SrnParts, splitSrn } from '#lib/model/identity/policy/srn.ts';
import type { CompiledPolicy, CompiledStatement } from './compile.ts';

/** A request for access. */
export interface AccessRequest {
  /** `service:VerbNoun`, in any case. */
  action: string;
  /** An SRN, or `*`, which only a statement on all resources covers. */
  resource: string;
  /** Whether `resource` is a prefix and stands for every SRN that begins with it. */
  under?: boolean | undefined;
  context: ConditionContext;
}

export interface Verdict {
  decision: 'allowed' | 'explicit_deny' | 'implicit_deny';
  /** The statement that decided; null where no statement matched. */
  matched: { policy_id: string; sid: string | null } | null;
}

type Question = { action: string; resource: SrnParts; under: boolean; context: ConditionContext };

/**
 * The decision of a principal's policies on a request. A matching Deny overrides every Allow; without a matching
 * statement the decision is a Deny. A condition without a result counts against the request: a Deny then applies, an
 * Allow does not.
 */
export function evaluate(policies: readonly CompiledPolicy[], request: AccessRequest): Verdict {
  const question = ask(request);
  if (!question) return { decision: 'implicit_deny', matched: null };
  const deny = find(policies, 'denies', question, true);
  if (deny) return { decision: 'explicit_deny', matched: matched(deny) };
  const allow = find(policies, 'allows', question, false);
  if (allow) return { decision: 'allowed', matched: matched(allow) };
  return { decision: 'implicit_deny', matched: null };
}

/**
 * The condition keys that the decision on an action and a resource may depend on. The caller then reads expensive
 * values, such as the resource's tags, only where they matter.
 */
export function keysThatMatter(
  policies: readonly CompiledPolicy[],
  request: Omit<AccessRequest, 'context'>,
): Set<string> {
  const keys = new Set<string>();
  const question = ask({ ...request, context: {} });
  if (!question) return keys;
  for (const { denies, allows } of policies) {
    for (const statement of [...denies, ...allows]) {
      if (!concerns(statement, question)) continue;
      for (const { key } of statement.conditions) keys.add(key);
    }
  }
  return keys;
}

const anything: SrnParts = ['*', '*', '*', '*', '*'];

function ask({ action, resource, under = false, context }: AccessRequest): Question | undefined {
  const parts = resource === '*' ? anything : splitSrn(resource);
  return parts && { action: action.toLowerCase(), resource: parts, under, context };
}

function find(
  policies: readonly CompiledPolicy[],
  effect: keyof CompiledPolicy,
  question: Question,
  whenUndecided: boolean,
): CompiledStatement | undefined {
  for (const policy of policies) {
    for (const statement of policy[effect]) {
      if (concerns(statement, question) && holds(statement, question.context, whenUndecided)) return statement;
    }
  }
  return undefined;
}

const concerns = (statement: CompiledStatement, { action, resource, under }: Question): boolean =>
  statement.matchesAction(action) && statement.matchesResource(resource, under);

const holds = ({ conditions }: CompiledStatement, context: ConditionContext, whenUndecided: boolean): boolean =>
  conditions.every((condition) => condition.holds(context) ?? whenUndecided);

const matched = ({ policyId, sid }: CompiledStatement): NonNullable<Verdict['matched']> => ({
  policy_id: policyId,
  sid,
});
