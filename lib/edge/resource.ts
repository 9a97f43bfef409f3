import { srn } from '#lib/model/platform/principal.ts';
import type { Exchange } from './exchange.ts';

/** The SRN that the request names, whether or not it exists. */
export function resourceOf({ principal, route, input, event }: Exchange): string {
  const service = route.action?.split(':')[0] ?? 'auth';
  const resource = route.resource?.(input.params ?? event.pathParameters ?? {}, input.body ?? {}) ?? '*';
  return srn(service, principal?.account_id ?? '', resource);
}
