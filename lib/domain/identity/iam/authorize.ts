import type { Context } from '#lib/domain/platform/context.ts';
import type { Action } from '#lib/model/identity/policy/actions.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Principal, srn } from '#lib/model/platform/principal.ts';
import type { Reference, References } from '#lib/model/platform/reference.ts';
import type { AccessQuestion, Denial } from './judge.ts';

let judge: Promise<typeof import('./judge.ts')> | undefined;

// Loaded for the first caller to whom policies apply. Kept, because a loader that transpiles looks up the file at every
// import.
function judging() {
  judge ??= import('./judge.ts');
  return judge;
}

/**
 * Refuses with 403 an act that the principal's policies, as this request found them, do not allow. A principal without
 * policies may do nothing. Policies never apply to root.
 */
export async function authorize(principal: Principal, act: AccessQuestion): Promise<void> {
  if (principal.type === 'root') return;
  const { allows, nameOf } = await judging();
  if (await allows(principal, act)) return;
  throw refusal(principal, { action: act.action, resource: nameOf(act) });
}

/**
 * Whether the principal's policies, as this request found them, allow an act, and none of them denies it on the other
 * resources that it uses. Policies never apply to root.
 */
export async function isAllowed(
  principal: Principal,
  act: AccessQuestion,
  beside: readonly Reference[] = [],
): Promise<boolean> {
  if (principal.type === 'root') return true;
  const { allows, denialOf } = await judging();
  return (await allows(principal, act)) && !(await denialOf(principal, act, beside));
}

/**
 * Refuses with 403 where the caller's policies do not allow an action besides the route's own, on a resource below
 * `srn:<service>:…:<account>:`.
 */
export async function requireAllowed(
  { principal, allows }: Pick<Context, 'principal' | 'allows'>,
  action: Action,
  resource: string,
): Promise<void> {
  if (await allows(action, resource)) return;
  const [service = ''] = action.split(':');
  throw refusal(principal, { action, resource: srn(service, principal.account_id, resource) });
}

/**
 * Refuses with 403 where the principal has an explicit Deny on a resource that the request refers to: a Deny of the
 * request's own action, or of an action that the use stands for (contract 1.10). It needs no Allow.
 */
export async function refuseDenied(
  principal: Principal,
  act: Pick<AccessQuestion, 'action' | 'context' | 'prefetched'>,
  references: References,
): Promise<void> {
  if (principal.type === 'root') return;
  const { denialOf } = await judging();
  const denial = await denialOf(principal, act, references);
  if (denial) throw refusal(principal, denial);
}

const refusal = ({ name }: Principal, { action, resource }: Denial) =>
  new ApiError('access_denied', `user ${name} is not authorised to perform ${action} on ${resource}`);
