import { isGone } from '#lib/domain/compute/instances/find.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { type FirewallRecord, readFirewall } from '#lib/store/compute/firewalls.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { noFirewall } from './defaults.ts';

/** An instance, its rules, and the hosts, one of which obeys them. */
export interface Guarded {
  record: InstanceRecord;
  firewall: FirewallRecord;
  hosts: readonly HostEntry[];
}

/** The firewall of the caller's instance; 404 where there is no such instance. */
export async function findFirewall(context: Context, instance: string): Promise<Guarded> {
  const { record, firewall, hosts } = await readFirewall(context.principal.account_id, instance);
  if (!record || isGone(record, context.now)) throw notFound('instance', instance);
  return { record, firewall: firewall ?? noFirewall(record), hosts };
}

/** The same to be changed; 409 once the instance is terminating, 412 for a stale If-Match. */
export async function findToChange(context: Context, instance: string): Promise<Guarded> {
  const found = await findFirewall(context, instance);
  const { status } = found.record;
  if (status === 'terminating' || status === 'terminated') {
    throw new ApiError('wrong_state', `instance ${instance} is ${status}; its firewall can no longer be changed`);
  }
  context.match(found.firewall.version);
  return found;
}
