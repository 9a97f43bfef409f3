import { certificatesOf, openCertificates } from '#lib/domain/compute/load-balancers/certificates.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { balancerOwner } from '#lib/store/compute/balancing.ts';
import { getLoadBalancer, type LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';
import type { Host } from './authenticate.ts';
import {
  assignmentsOf,
  confirmBalancer,
  drainedOf,
  failBalancer,
  finishRemoval,
  forgetDrainedOf,
  reportHealth,
} from './balancers.ts';

/**
 * The load balancers that a host must serve, with the keys of their certificates, or remove, by their current records.
 */
export async function listHostBalancers({ host_id }: Host): Promise<HostReply<'listHostBalancers'>> {
  const assignments = await assignmentsOf(host_id);
  const certificates = await openCertificates(assignments.flatMap(({ record }) => record ?? []));
  return {
    balancers: assignments.map(({ id, record, description }) => ({
      id,
      name: record?.name ?? '',
      rev: record?.version ?? 0,
      status: record?.status ?? 'deleting',
      status_reason: record?.status_reason ?? null,
      description: record && description ? { ...description, certificates: ownOf(record, certificates) } : null,
      drained: description !== null && drainedOf(record).length > 0,
    })),
  };
}

/** In a fixed order, so that equal records give equal descriptions. */
const ownOf = ({ listeners }: LoadBalancerRecord, certificates: Awaited<ReturnType<typeof openCertificates>>) =>
  certificatesOf(listeners)
    .sort()
    .flatMap((id) => certificates.get(id) ?? []);

/**
 * Records the state of a load balancer on its host: that it is served, fails or is removed, the health of its backends,
 * and whether drained ones have been released. Reports on an earlier version of the record, and `gone` for one that is
 * not being deleted, change nothing. 404 where the host does not have it.
 */
export async function reportBalancer(
  { host_id }: Host,
  id: string,
  { rev, state, reason, health, drained }: HostAsked<'reportBalancer'>,
): Promise<Record<string, never>> {
  const account = await balancerOwner(host_id, id);
  const record = account === undefined ? undefined : await getLoadBalancer(account, id);
  if (account === undefined || record?.host_id !== host_id) throw notFound('load balancer', id);
  if (record.version === rev) await note(record, state, reason);
  if (health) await reportHealth(account, id, new Map(Object.entries(health)));
  if (drained) await forgetDrainedOf({ record });
  return {};
}

async function note(
  record: LoadBalancerRecord,
  state: HostAsked<'reportBalancer'>['state'],
  reason = 'its host cannot serve it',
): Promise<void> {
  const isDeleted = record.status === 'deleting';
  if (state === 'gone' && isDeleted) await finishRemoval({ record });
  else if (state === 'serving' && !isDeleted) await confirmBalancer(record);
  else if (state === 'failed' && !isDeleted) await failBalancer(record, reason);
}
