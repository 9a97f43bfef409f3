import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { Act } from './judge.ts';

let judge: Promise<typeof import('./judge.ts')> | undefined;

/**
 * Refuses with 403 what a principal's policies do not allow, as they are at this request; with none, everything. Root is
 * not bound by policies.
 */
export async function authorize(principal: Principal, act: Act): Promise<void> {
  if (principal.type === 'root') return;
  // Not before somebody is bound by policies. Once: a loader that transpiles looks for the file at every import.
  judge ??= import('./judge.ts');
  const { allows } = await judge;
  if (await allows(principal, act)) return;
  const { action, resource } = act;
  throw new ApiError('access_denied', `user ${principal.name} is not authorised to perform ${action} on ${resource}`);
}
