import { ApiError } from '#lib/model/errors.ts';
import type { Principal } from '#lib/model/principal.ts';

/** Lets root through, whom policies do not bind; refuses everybody else with 403 until a policy allows the action. */
export function authorize(principal: Principal, action: string, resource: string): void {
  if (principal.type === 'root') return;
  throw new ApiError('access_denied', `user ${principal.name} is not authorised to perform ${action} on ${resource}`);
}
