import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type {
  Listener,
  LoadBalancer,
  LoadBalancerChange,
  LoadBalancerStatus,
} from '#lib/model/compute/load-balancer.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { changeLoadBalancer, type LoadBalancerRecord, type Settings } from '#lib/store/compute/load-balancers.ts';
import { checkPortsOf, unprivileged } from './place.ts';
import { claimName, findLoadBalancer, freeName, healthCheckOf, listenersOf, toLoadBalancer } from './resource.ts';

/**
 * Changes a load balancer. It is updating until its host has applied the change; a change of name or tags alone applies
 * at once. Settings that a health check leaves out stay. 400 for invalid settings, 409 for a taken name, for two
 * listeners on one port and while it is being deleted, 412 for a stale If-Match.
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
    if (change.listeners) await checkPorts(record.host_id, next.listeners);
    const stamped = { ...next, updated_at: rfc3339(context.now) };
    return context.commit({
      writes: [
        ...(next.name === record.name ? [] : [claimName(record, next.name), freeName(record, record.name)]),
        changeLoadBalancer(record, stamped),
      ],
      reply: toLoadBalancer({ ...record, ...stamped }),
      version: record.version + 1,
      rings: true,
    });
  });
}

/** Only ports below 1024 can be refused, so the host is read for those alone. An unknown host is not refused. */
async function checkPorts(host: string, listeners: readonly Listener[]): Promise<void> {
  if (listeners.every(({ port }) => port >= unprivileged)) return;
  const entry = await getOffer(host);
  if (entry) checkPortsOf(entry, listeners);
}

type Configured = Omit<Settings, 'updated_at'>;

function changed(record: LoadBalancerRecord, change: LoadBalancerChange): Configured {
  const settings: Configured = {
    name: change.name ?? record.name,
    status: record.status,
    status_reason: record.status_reason,
    algorithm: change.algorithm ?? record.algorithm,
    listeners: change.listeners ? listenersOf(change.listeners) : record.listeners,
    health_check: healthCheckOf(record.health_check, change.health_check ?? {}),
    sticky_sessions: change.sticky_sessions ?? record.sticky_sessions,
    tags: change.tags ?? record.tags ?? {},
  };
  return isSame(record, { ...settings, name: record.name, tags: record.tags ?? {} })
    ? settings
    : { ...settings, ...pendingStatus(record.status) };
}

/** The status while the host applies a change. */
const pendingStatus = (status: LoadBalancerStatus): Pick<Settings, 'status' | 'status_reason'> => ({
  status: status === 'provisioning' ? status : 'updating',
  status_reason: null,
});

const isSame = (record: LoadBalancerRecord, next: Configured): boolean =>
  Object.entries(next).every(([field, value]) => {
    const known = field === 'tags' ? (record.tags ?? {}) : record[field as keyof Configured];
    return JSON.stringify(sorted(known)) === JSON.stringify(sorted(value));
  });

/** The table returns maps in any order; sorting makes equal settings equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
