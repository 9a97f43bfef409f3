import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { References } from '#lib/model/platform/reference.ts';
import type { Act, Denial } from './judge.ts';

let judge: Promise<typeof import('./judge.ts')> | undefined;

// Not before somebody is bound by policies. Once: a loader that transpiles looks for the file at every import.
function judging() {
  judge ??= import('./judge.ts');
  return judge;
}

/**
 * Refuses with 403 what a principal's policies do not allow, as they are at this request; with none, everything. Root is
 * not bound by policies.
 */
export async function authorize(principal: Principal, act: Act): Promise<void> {
  if (principal.type === 'root') return;
  const { allows, nameOf } = await judging();
  if (await allows(principal, act)) return;
  throw refusal(principal, { action: act.action, resource: nameOf(act) });
}

/**
 * Refuses with 403 what is explicitly denied to a principal on something that a request refers to, by whatever path: the
 * request's own action, or what the use stands for (contract 1.10). No Allow is asked for.
 */
export async function refuseDenied(
  principal: Principal,
  act: Pick<Act, 'action' | 'context'>,
  references: References,
): Promise<void> {
  if (principal.type === 'root') return;
  const { denialOf } = await judging();
  const denial = await denialOf(principal, act, references);
  if (denial) throw refusal(principal, denial);
}

const refusal = ({ name }: Principal, { action, resource }: Denial) =>
  new ApiError('access_denied', `user ${name} is not authorised to perform ${action} on ${resource}`);
