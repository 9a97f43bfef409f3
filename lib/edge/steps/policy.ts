import { authorize, isAllowed, refuseDenied } from '#lib/domain/identity/iam/authorize.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { referencesOf, resourcesOf } from '#lib/edge/resource.ts';
import { type ConditionContext, requestFacts } from '#lib/model/identity/policy/context.ts';
import { srn } from '#lib/model/platform/principal.ts';
import type { References } from '#lib/model/platform/reference.ts';

/**
 * Step 8: 403 where the principal's policies do not allow the route's action on the requested resource. Also 403 where
 * a policy explicitly denies the action, or the action that the use stands for, on anything else that the request
 * refers to (contract 1.10).
 */
export async function policy(exchange: Exchange): Promise<void> {
  const { principal, route, input, now, absent } = exchange;
  if (principal && route.action && !route.public) {
    const { action, facts } = route;
    const caller = { principal, now };
    const under = route.under?.(input.body) ?? false;
    const ask = (resource: string) =>
      authorize(principal, {
        action,
        resource: under ? resource.slice(0, -1) : resource,
        under,
        context: callerFacts(exchange),
        prefetched: exchange.prefetched.record,
        facts: absent ? () => ({}) : facts && (() => facts(caller, input)),
        isOwnResource: !absent && route.isOwnResource?.(caller, input),
      });
    await allInOrder(resourcesOf(exchange).map(ask));
    await denials(exchange, () => referencesOf(exchange));
  }
  if (absent) throw absent;
}

/** 403 where the caller has a Deny on something that the request refers to or that its verb found. */
export async function denials(exchange: Exchange, references: References): Promise<void> {
  const { principal, route } = exchange;
  if (!principal || !route.action || route.public) return;
  const act = { action: route.action, context: callerFacts(exchange), prefetched: exchange.prefetched.record };
  await refuseDenied(principal, act, references);
}

/**
 * Whether the caller may also do an action other than the route's, on a resource below `srn:<service>:…:<account>:`.
 */
export async function mayAct(exchange: Exchange, action: string, resource: string): Promise<boolean> {
  const { principal } = exchange;
  if (!principal) return false;
  const [service = ''] = action.split(':');
  const act = { action, resource: srn(service, principal.account_id, resource), context: callerFacts(exchange) };
  return isAllowed(principal, act);
}

/** The condition values of this request. */
export const callerFacts = ({ request, principal, now }: Exchange): ConditionContext =>
  requestFacts(request, principal?.mfa ?? false, now);
