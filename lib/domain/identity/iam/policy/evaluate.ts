import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import { type SrnParts, splitSrn } from '#lib/model/identity/policy/srn.ts';
import type { CompiledPolicy, CompiledStatement } from './compile.ts';

/** What somebody wants to do. */
export interface AccessRequest {
  /** `service:VerbNoun`, in any case. */
  action: string;
  /** An SRN, or `*` for what only a statement on everything covers. */
  resource: string;
  /** Whether everything is meant whose SRN begins so. */
  under?: boolean | undefined;
  context: ConditionContext;
}

export interface Verdict {
  decision: 'allowed' | 'explicit_deny' | 'implicit_deny';
  /** The statement that decided; null where none did. */
  matched: { policy_id: string; sid: string | null } | null;
}

type Question = { action: string; resource: SrnParts; under: boolean; context: ConditionContext };

/**
 * What a principal's policies say of a request: a Deny that matches wins over any Allow, and without either the answer
 * is no. A condition that cannot be decided counts against the request: it keeps no Deny off and lets no Allow in.
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
 * The condition keys on which the verdict for an action on a resource may depend, so that what is dear to find out (the
 * resource's tags) is read only where it matters.
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
