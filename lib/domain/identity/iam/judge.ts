import type { PrefetchedRecord } from '#lib/domain/platform/prefetch.ts';
import { isOfResource } from '#lib/model/identity/policy/conditions.ts';
import { type ConditionContext, tagFacts } from '#lib/model/identity/policy/context.ts';
import { placeOf, readingOf } from '#lib/model/identity/policy/references.ts';
import { type Principal, srn } from '#lib/model/platform/principal.ts';
import type { Reference, References } from '#lib/model/platform/reference.ts';
import { policiesOf } from './compiled.ts';
import { factsOf } from './facts.ts';
import type { CompiledPolicy } from './policy/compile.ts';
import { evaluate, keysThatMatter } from './policy/evaluate.ts';

/** An act that a principal asks to do. */
export interface AccessQuestion {
  action: string;
  /** An SRN. */
  resource: string;
  /** Whether `resource` is a prefix and stands for every SRN that begins with it. */
  under?: boolean | undefined;
  /** The condition values that need no read. */
  context: ConditionContext;
  /**
   * The condition values of the resource (tags, type, price) where they differ from the stored ones. Called only if a
   * condition of some policy needs them.
   */
  facts?: (() => ConditionContext | Promise<ConditionContext>) | undefined;
  /** A resource's record that the request has already read. */
  prefetched?: PrefetchedRecord | undefined;
  /** Whether it needs no Allow, because it is on the principal's own credentials. A Deny still applies. */
  isOwnResource?: boolean | undefined;
}

/** Whether the principal's policies, as this request found them, allow the act. */
export async function allows(principal: Principal, question: AccessQuestion): Promise<boolean> {
  const {
    prefetched,
    facts = () => factOf(principal, question.resource, prefetched),
    isOwnResource,
    ...request
  } = question;
  const policies = await policiesOf(principal);
  const asked = [...keysThatMatter(policies, request)].some(isOfResource);
  const context = asked ? { ...(await facts()), ...question.context } : question.context;
  const { decision } = evaluate(policies, { ...request, context });
  return decision === 'allowed' || (isOwnResource === true && decision === 'implicit_deny');
}

const factOf = async (
  principal: Principal,
  resource: string,
  prefetched: PrefetchedRecord | undefined,
): Promise<ConditionContext> => (await factsOf(principal, [resource], prefetched))[0] ?? {};

/** An action that is denied, and the resource that it is denied on. */
export interface Denial {
  action: string;
  resource: string;
}

/** A reference for policy checks, with one of the actions that its use stands for. */
interface Use extends Denial {
  under: boolean;
  tags: Reference['tags'];
}

/**
 * The first reference of a request on which the principal has an explicit Deny, of the route's action or of an action
 * that the use stands for (contract 1.10); undefined if there is none. References are looked up, and tags read in one
 * batch, only if a Deny can depend on them.
 */
export async function denialOf(
  principal: Principal,
  { action, context, prefetched }: Pick<AccessQuestion, 'action' | 'context' | 'prefetched'>,
  references: References,
): Promise<Denial | undefined> {
  const bans = (await policiesOf(principal)).flatMap(({ denies }) =>
    denies.length > 0 ? [{ denies, allows: [] }] : [],
  );
  if (bans.length === 0) return undefined;
  const found = typeof references === 'function' ? await references() : references;
  const uses = found.flatMap((reference) => usesOf(principal, action, reference));
  const tagged = await readTagged(principal, bans, uses, prefetched);
  const denied = uses.find((use) => {
    const facts = use.tags ? tagFacts(use.tags) : tagged.get(use.resource);
    return evaluate(bans, { ...use, context: { ...facts, ...context } }).decision === 'explicit_deny';
  });
  return denied && { action: denied.action, resource: nameOf(denied) };
}

/** A resource as refusals name it, with `*` after a prefix. */
export const nameOf = ({ resource, under }: Pick<AccessQuestion, 'resource' | 'under'>): string =>
  under ? `${resource}*` : resource;

function usesOf({ account_id }: Principal, action: string, reference: Reference): Use[] {
  const { kind, as = [readingOf(kind)], under = false, tags } = reference;
  const { service, resource } = placeOf(reference);
  return [action, ...as].map((each) => ({ action: each, resource: srn(service, account_id, resource), under, tags }));
}

/** The condition values of the references whose stored tags a Deny depends on, by SRN. */
async function readTagged(
  principal: Principal,
  bans: readonly CompiledPolicy[],
  uses: readonly Use[],
  prefetched: PrefetchedRecord | undefined,
): Promise<ReadonlyMap<string, ConditionContext>> {
  const asked = uses.filter((use) => !use.tags && [...keysThatMatter(bans, use)].some(isOfResource));
  const srns = [...new Set(asked.map(({ resource }) => resource))];
  const facts = srns.length > 0 ? await factsOf(principal, srns, prefetched) : [];
  return new Map(srns.map((resource, at) => [resource, facts[at] ?? {}]));
}
