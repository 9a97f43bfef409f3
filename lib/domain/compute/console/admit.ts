import { lackIn } from '#lib/domain/compute/hosts/place.ts';
import { isGone } from '#lib/domain/compute/instances/resource.ts';
import { authorize } from '#lib/domain/identity/iam/authorize.ts';
import { readPrincipal, type TokenGrant } from '#lib/domain/identity/sessions/principal.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { isAllowed, wrongState } from '#lib/model/compute/instance-states.ts';
import { requestFacts } from '#lib/model/identity/policy/context.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { idPattern } from '#lib/model/platform/ids.ts';
import { type Principal, srn } from '#lib/model/platform/principal.ts';
import type { Source } from '#lib/model/platform/source.ts';
import type { Offer } from '#lib/store/compute/directory.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';

/** The host that serves consoles. */
export type ConsoleHost = Pick<Offer, 'host_id' | 'driver' | 'capabilities'>;

/** The SRN of an instance, on which opening its console is authorised. */
export const consoleResource = (account: string, instance: string): string =>
  srn('compute', account, `instance/${instance}`);

/**
 * The instance whose console the principal may open now. 403 where the policies do not allow compute:OpenConsole on it,
 * 404 and 409 as for a ticket, 503 where the instance is on another host.
 */
export async function admit(
  principal: Principal,
  instance: string,
  host: ConsoleHost,
  source: Source,
): Promise<InstanceRecord> {
  const record = await admitAnywhere(principal, instance, source);
  if (record.host_id !== host.host_id)
    throw new ApiError('dependency_unavailable', `instance ${instance} is on host ${record.host_id}, not on this one`);
  const refusal = lackIn(host, 'console');
  if (refusal) throw refusal;
  return record;
}

/** The same for an instance on any host. */
export async function admitAnywhere(principal: Principal, instance: string, source: Source): Promise<InstanceRecord> {
  const now = civilNow();
  await authorize(principal, {
    action: 'compute:OpenConsole',
    resource: consoleResource(principal.account_id, instance),
    context: requestFacts(source, principal.mfa, now),
  });
  const known = idPattern('instance').test(instance);
  const record = known ? await getInstance(principal.account_id, instance) : undefined;
  checkConsole(instance, record, now);
  return record;
}

/**
 * Checks again whether an open console may stay open. Refuses as `admit` does, and with 401 once the token, session or
 * access key behind it is revoked.
 */
export async function admitStill(
  grant: TokenGrant,
  instance: string,
  host: ConsoleHost,
  source: Source,
): Promise<void> {
  const { principal } = await readPrincipal(grant, civilNow());
  await admit(principal, instance, host, source);
}

/** Refuses where no console can be opened: 404 for an instance that does not exist, 409 unless it is running. */
export function checkConsole(
  id: string,
  record: InstanceRecord | undefined,
  now: Date,
): asserts record is InstanceRecord {
  if (!record || isGone(record, now)) throw notFound('instance', id);
  if (!isAllowed('open_console', record.status, record)) throw wrongState(id, 'open_console', record.status);
}
