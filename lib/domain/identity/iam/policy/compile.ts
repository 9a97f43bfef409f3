import { documentShape, type Statement } from '#lib/model/identity/policy/document.ts';
import { glob, globUnder, type Matcher } from '#lib/model/identity/policy/glob.ts';
import { reachOf } from '#lib/model/identity/policy/reach.ts';
import { type SrnParts, splitSrn } from '#lib/model/identity/policy/srn.ts';
import { type Condition, compileCondition } from './conditions.ts';

/** A compiled statement, ready to be matched against requests. */
export interface CompiledStatement {
  policyId: string;
  sid: string | null;
  /** Expects the action in lower case. */
  matchesAction: Matcher;
  /**
   * With `under`, `resource` is a prefix. A Deny then matches if it covers any resource below the prefix, an Allow only
   * if it covers all of them.
   */
  matchesResource(resource: SrnParts, under?: boolean): boolean;
  /** The statement applies if all of them hold. */
  conditions: readonly Condition[];
}

/** A compiled policy, ready to be matched against requests. */
export interface CompiledPolicy {
  denies: readonly CompiledStatement[];
  allows: readonly CompiledStatement[];
}

/**
 * Compiles a policy's document once, for many requests. A document that is invalid or of another version denies
 * everything, because its intended denials are unknown.
 */
export function compilePolicy(policyId: string, document: unknown): CompiledPolicy {
  const { data } = documentShape.safeParse(document);
  if (!data) return { denies: [everything(policyId)], allows: [] };
  const compiled = (effect: Statement['Effect']) =>
    data.Statement.filter(({ Effect }) => Effect === effect).map((statement) => compile(policyId, statement));
  return { denies: compiled('Deny'), allows: compiled('Allow') };
}

function compile(policyId: string, { Sid, Effect, Action, Resource, Condition = {} }: Statement): CompiledStatement {
  const resources = [Resource].flat().map((pattern) => resourceMatcher(pattern, Effect));
  return {
    policyId,
    sid: Sid ?? null,
    matchesAction: actionMatcher([Action].flat(), Effect),
    matchesResource: (resource, under = false) => resources.some((matches) => matches(resource, under)),
    conditions: Object.entries(Condition).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => compileCondition(operator, key, values)),
    ),
  };
}

function actionMatcher(patterns: readonly string[], effect: Statement['Effect']): Matcher {
  const lowered = patterns.map((pattern) => pattern.toLowerCase());
  const names = new Set(lowered.filter((pattern) => !/[*?]/.test(pattern)));
  const globs = lowered.filter((pattern) => !names.has(pattern)).map((pattern) => reachOf(effect, pattern));
  return (action) => names.has(action) || globs.some((matches) => matches(action));
}

/** Matches part by part, so that no wildcard matches across a colon. */
function resourceMatcher(
  pattern: string,
  effect: Statement['Effect'],
): (resource: SrnParts, under: boolean) => boolean {
  if (pattern === '*') return () => true;
  const parts = splitSrn(pattern);
  if (!parts) return () => effect === 'Deny';
  const [prefix, service, region, account, resource] = parts.map(glob) as [Matcher, Matcher, Matcher, Matcher, Matcher];
  const { some, every } = globUnder(parts[4]);
  const within = effect === 'Deny' ? some : every;
  return (srn, under) =>
    (under ? within : resource)(srn[4]) && service(srn[1]) && account(srn[3]) && region(srn[2]) && prefix(srn[0]);
}

const everything = (policyId: string): CompiledStatement => ({
  policyId,
  sid: null,
  matchesAction: () => true,
  matchesResource: () => true,
  conditions: [],
});
