import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { countAttachment, getPolicies } from '#lib/store/identity/policies.ts';
import type { Write } from '#lib/store/platform/write.ts';

/**
 * Refuses with 403 all callers whom no policy could allow an operators' route: accounts that do not run the deployment,
 * members of a team, whose roles contain no such action, access keys that would change something and, in a deployment,
 * changes without a one-time code.
 */
export function requireOperator(principal: Principal, reads: boolean): void {
  const { type, name, account_id, operator, auth_method } = principal;
  if (!operator) throw refusal(`account ${account_id} does not operate this platform`);
  if (type === 'member')
    throw refusal(`user ${name} is of the team of ${account_id}, not one who operates this platform`);
  if (reads) return;
  if (auth_method !== 'password') throw refusal(`access keys only read here; user ${name} must log in to change this`);
  if (lacksCode(principal)) throw refusal(`user ${name} must log in with a one-time code to change this`);
}

/**
 * Refuses with 403 all callers who may not decide about policies with operators' actions: all except the root user of
 * an account that runs the deployment. The route must have requested this information (`operators`).
 */
export function requireOperatorRoot(principal: Principal): void {
  const refuse = refusalOf(principal);
  if (refuse) throw refuse();
}

/** What `requireOperatorRoot` throws; undefined where it refuses nothing. */
function refusalOf(principal: Principal): (() => ApiError) | undefined {
  const { type, name, account_id, operator } = principal;
  if (!operator)
    return () => refusal(`account ${account_id} does not operate this platform: no policy may name platform:`);
  if (type !== 'root')
    return () => refusal(`user ${name} is not the root user; only the root user may change policies with platform:`);
  if (lacksCode(principal))
    return () => refusal(`user ${name} must log in with a one-time code to decide on platform:`);
  return undefined;
}

/**
 * Adds 1 or -1 to the attachments of a policy. Refuses as `requireOperatorRoot` does if the policy names operators'
 * actions. That needs no read: it is in the policy's own record, and the write is conditional on it.
 */
export const attachment = (principal: Principal, id: string, by: 1 | -1): Write =>
  countAttachment(principal.account_id, id, by, refusalOf(principal));

/**
 * Refuses as `requireOperatorRoot` does if these policies, which a membership of a group grants or removes, name
 * operators' actions.
 */
export async function requireOrdinary(principal: Principal, policies: readonly string[]): Promise<void> {
  const custom = policies.filter((id) => !managedPolicy(id));
  if (custom.length === 0 || !refusalOf(principal)) return;
  const found = await getPolicies(principal.account_id, custom);
  if (found.some(({ for_operators }) => for_operators)) requireOperatorRoot(principal);
}

/** A laptop's root user has no reason for a second factor; a deployment's operators must have one. */
const lacksCode = ({ mfa }: Principal): boolean => !mfa && setting('SVC_MODE') !== 'local';

const refusal = (message: string) => new ApiError('access_denied', message);
