import { authorize } from '#lib/domain/iam/authorize.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { resourceOf } from '#lib/edge/resource.ts';
import type { ConditionContext } from '#lib/model/identity/policy/context.ts';

/** Step 8: 403 where the principal's policies do not allow the route's action on the requested resource. */
export async function policy(exchange: Exchange): Promise<void> {
  const { principal, route, input, now, absent } = exchange;
  if (principal && route.action && !route.public) {
    const { facts } = route;
    const caller = { principal, now };
    await authorize(principal, {
      action: route.action,
      resource: resourceOf(exchange),
      context: callerFacts(exchange),
      facts: facts && !absent ? async () => facts(caller, input) : undefined,
      own: !absent && route.own?.(caller, input),
    });
  }
  if (absent) throw absent;
}

/** What every condition may ask about: from where, how well proved, and when, by the civil clock. */
const callerFacts = ({ request, principal, now }: Exchange): ConditionContext => ({
  'svc:SourceIp': request.source_ip,
  'svc:MfaPresent': principal?.mfa ?? false,
  'svc:CurrentTime': now,
});
