import { authorize } from '#lib/domain/iam/authorize.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { srn } from '#lib/model/principal.ts';

/** Step 8: 403 where the principal's policies do not allow the route's action on the requested resource. */
export function policy(exchange: Exchange): void {
  const { principal, route } = exchange;
  if (principal && route.action && !route.public) authorize(principal, route.action, resourceOf(exchange));
  if (exchange.absent) throw exchange.absent;
}

/** The SRN that the request names, whether or not it exists. */
export function resourceOf({ principal, route, input, event }: Exchange): string {
  const service = route.action?.split(':')[0] ?? 'auth';
  const resource = route.resource?.(input.params ?? event.pathParameters ?? {}) ?? '*';
  return srn(service, principal?.account_id ?? '', resource);
}
