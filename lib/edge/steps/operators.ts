import { requireOperator } from '#lib/domain/identity/iam/operators.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { isPlatformAction } from '#lib/model/identity/policy/platform-action.ts';

/**
 * 403 on operators' routes for every caller whom no policy could allow them. It runs before the request is parsed, so
 * that a stranger learns nothing about the route (contract 4.13). For other callers the policies decide in step 8.
 */
export function operators({ principal, route, request }: Exchange): void {
  if (principal && isPlatformAction(route.action ?? '')) requireOperator(principal, request.reads);
}
