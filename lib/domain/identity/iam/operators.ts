import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { countAttachment, getPolicies } from '#lib/store/identity/policies.ts';
import type { Write } from '#lib/store/platform/write.ts';

/**
 * Refuses with 403 whom no policy can allow a route of operators: every account that does not run the deployment,
 * members of its team, whose roles hold no such action, access keys that would change something, and in a deployment a
 * change without a one-time code.
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
 * Refuses with 403 who may not decide about policies with actions of operators: all but the root user of an account
 * that runs the deployment. The route must have asked for that (`operators`).
 */
export function requireOperatorRoot(principal: Principal): void {
  const refuse = refusalOf(principal);
  if (refuse) throw refuse();
}

/** What `requireOperatorRoot` throws; undefined where it lets pass. */
function refusalOf(principal: Principal): (() => ApiError) | undefined {
  const { type, name, account_id, operator } = principal;
  if (!operator)
    return () => refusal(`account ${account_id} does not operate this platform: no policy may name platform:`);
  if (type !== 'root')
    return () => refusal(`user ${name} is not the root user, who alone decides on policies with platform:`);
  if (lacksCode(principal))
    return () => refusal(`user ${name} must log in with a one-time code to decide on platform:`);
  return undefined;
}

/**
 * Counts an attachment of a policy, by 1 or -1. Refuses as `requireOperatorRoot` does where the policy names actions of
 * operators. No read is needed for that: the policy's own record says it, and the write is conditional on it.
 */
export const attachment = (principal: Principal, id: string, by: 1 | -1): Write =>
  countAttachment(principal.account_id, id, by, refusalOf(principal));

/**
 * Refuses as `requireOperatorRoot` does where these policies, which a group gives somebody or no longer gives, name
 * actions of operators.
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
