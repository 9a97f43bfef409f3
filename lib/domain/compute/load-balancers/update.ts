import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Listener } from '#lib/model/compute/listener.ts';
import type { LoadBalancer, LoadBalancerChange } from '#lib/model/compute/load-balancer.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { claimAddress } from '#lib/store/compute/instances.ts';
import { changeLoadBalancer, type LoadBalancerRecord, type Settings } from '#lib/store/compute/load-balancers.ts';
import { getVpc, takeBalancerAddress } from '#lib/store/compute/vpcs.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { changeCertificates } from './certificates.ts';
import { type InsideAddress, insideAddress } from './inside.ts';
import { checkListenersOf, servedByAll } from './place.ts';
import {
  claimName,
  findLoadBalancer,
  freeName,
  healthCheckOf,
  listenersOf,
  toLoadBalancer,
  wholeListener,
} from './resource.ts';

/**
 * Changes a load balancer. It is updating until its host has applied the change. A change of only name or tags applies
 * at once. One of a lost host stays in error, with the change, until the host has come back. Settings that a health
 * check leaves out stay unchanged. 400 for invalid settings, 409 for a taken name, for two listeners on one port and
 * while it is being deleted, 404 for a certificate that the account does not have, 412 for a stale If-Match.
 */
export function updateLoadBalancer(
  context: Context,
  { id, ...change }: LoadBalancerChange & { id: string },
): Promise<LoadBalancer> {
  return retryOnConflict(async () => {
    const record = await findLoadBalancer(context, id);
    context.match(record.version);
    if (record.status === 'deleting') {
      throw new ApiError('wrong_state', `load balancer ${id} is deleting; it can no longer be updated`);
    }
    const next = changed(record, change);
    if (isSame(record, next)) {
      return context.commit({ writes: [], reply: toLoadBalancer(record), version: record.version });
    }
    const inside = await newInside(record, next.listeners);
    const stamped = { ...next, ...inside, updated_at: rfc3339(context.now) };
    return context.commit({
      writes: [
        ...(next.name === record.name ? [] : [claimName(record, next.name), freeName(record, record.name)]),
        ...(inside ? takeInside(record, inside) : []),
        ...changeCertificates(record, record.listeners, next.listeners),
        changeLoadBalancer(record, stamped),
      ],
      reply: toLoadBalancer({ ...record, ...stamped }),
      version: record.version + 1,
      rings: [record.host_id],
    });
  });
}

/**
 * The VPC address for an older load balancer that has none; undefined where it has one, or its host cannot serve one.
 * 409 where its host cannot serve these listeners. An unknown host refuses nothing.
 */
async function newInside(
  { account_id, vpc_id, host_id, private_ip }: LoadBalancerRecord,
  listeners: readonly Listener[],
): Promise<InsideAddress | undefined> {
  // Most changes do not depend on the host.
  if (private_ip !== undefined && servedByAll(listeners)) return undefined;
  const host = await getOffer(host_id);
  if (!host) return undefined;
  checkListenersOf(host, listeners);
  const vpc = private_ip === undefined ? await getVpc(account_id, vpc_id) : undefined;
  return vpc && insideAddress(host, vpc);
}

const takeInside = ({ account_id, vpc_id, id }: LoadBalancerRecord, inside: InsideAddress): Write[] => [
  takeBalancerAddress(account_id, vpc_id, inside.address_slot),
  claimAddress(vpc_id, inside.private_ip, id),
];

type Configured = Omit<Settings, 'updated_at' | 'lost' | 'private_ip' | 'address_slot'> & { listeners: Listener[] };

function changed(record: LoadBalancerRecord, change: LoadBalancerChange): Configured {
  const settings: Configured = {
    name: change.name ?? record.name,
    status: record.status,
    status_reason: record.status_reason,
    algorithm: change.algorithm ?? record.algorithm,
    listeners: change.listeners ? listenersOf(change.listeners) : record.listeners.map(wholeListener),
    health_check: healthCheckOf(record.health_check, change.health_check ?? {}),
    sticky_sessions: change.sticky_sessions ?? record.sticky_sessions,
    tags: change.tags ?? record.tags ?? {},
  };
  return isSame(record, { ...settings, name: record.name, tags: record.tags ?? {} })
    ? settings
    : { ...settings, ...pendingStatus(record) };
}

/**
 * The status while the host applies a change. A lost host applies nothing until it has come back, so no change is in
 * progress.
 */
function pendingStatus({
  status,
  status_reason,
  lost,
}: LoadBalancerRecord): Pick<Settings, 'status' | 'status_reason'> {
  if (lost) return { status, status_reason };
  return { status: status === 'provisioning' ? status : 'updating', status_reason: null };
}

const isSame = (record: LoadBalancerRecord, next: Configured): boolean =>
  Object.entries(next).every(([field, value]) => {
    const whole = { ...record, tags: record.tags ?? {}, listeners: record.listeners.map(wholeListener) };
    const known = whole[field as keyof Configured];
    return JSON.stringify(sorted(known)) === JSON.stringify(sorted(value));
  });

/** The table returns maps in any order. Sorting makes equal settings equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
