import { changeCertificates } from '#lib/domain/compute/load-balancers/certificates.ts';
import { freeName } from '#lib/domain/compute/load-balancers/resource.ts';
import { freePublicAddress } from '#lib/domain/compute/public-addresses/pool.ts';
import { balancerOf, gatewayOf } from '#lib/domain/compute/vpcs/addresses.ts';
import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { codeRanges, type HealthCheck } from '#lib/model/compute/health-check.ts';
import type { BalancerDescription, ListenerDescription } from '#lib/model/compute/host-descriptions.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { type StoredAssignment, storedAssignments } from '#lib/store/compute/balancing.ts';
import { freeAddress } from '#lib/store/compute/instances.ts';
import {
  type BackendRecord,
  changeLoadBalancer,
  forgetDrained,
  getLoadBalancer,
  type HealthRecord,
  type LoadBalancerRecord,
  noteHealth,
  removeLoadBalancer,
  type StoredListener,
} from '#lib/store/compute/load-balancers.ts';
import { leaveVpc, type VpcRecord } from '#lib/store/compute/vpcs.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact, unlessStale, type Write } from '#lib/store/platform/write.ts';

/** What a host needs to serve a load balancer, except its certificates. */
type Description = Omit<BalancerDescription, 'certificates'>;

/** A load balancer that a host must serve, or remove if `description` is null. */
export interface Assignment {
  account_id: string;
  id: string;
  description: Description | null;
  record: LoadBalancerRecord | undefined;
}

/** The health of a backend, as the host found it. */
export interface HealthReport {
  health: 'healthy' | 'unhealthy' | 'unused' | 'initial';
  reason: string | null;
}

/** The assignments of a host: its load balancers in their desired state. */
export const assignmentsOf = async (host: string): Promise<Assignment[]> =>
  (await storedAssignments(host)).map(assignmentOf);

function assignmentOf({ account_id, load_balancer_id, balancer, vpc }: StoredAssignment): Assignment {
  const isServed = balancer && vpc && balancer.status !== 'deleting';
  return {
    account_id,
    id: load_balancer_id,
    record: balancer,
    description: isServed ? describe(balancer, vpc) : null,
  };
}

/** Lists are in a fixed order, whatever their order in the table, so that equal records give equal descriptions. */
function describe(record: LoadBalancerRecord, vpc: VpcRecord): Description {
  const now = realNow().getTime();
  const draining = Object.entries(record.draining).filter(([id, { until }]) => until > now && !record.backends[id]);
  const backends = [
    ...Object.entries(record.backends).map(([id, one]) => backendOf(id, one, null)),
    ...draining.map(([id, one]) => backendOf(id, one, one.until)),
  ];
  return {
    id: record.id,
    vpc: { id: vpc.id, cidr: vpc.cidr, gateway: gatewayOf(vpc.cidr) },
    source_ip: balancerOf(vpc.cidr),
    public_ip: record.public_ip,
    inside: insideOf(record),
    algorithm: record.algorithm,
    sticky: record.sticky_sessions,
    listeners: record.listeners.map(listenerOf),
    health_check: checkOf(record.health_check),
    backends: backends.sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1)),
  };
}

const insideOf = ({ private_ip: address, name, public_hostname }: LoadBalancerRecord): BalancerDescription['inside'] =>
  address === undefined ? null : { address, name, public_hostname };

const listenerOf = ({
  certificate_ids = [],
  redirect_https = false,
  proxy_protocol,
  backend_protocol,
  ...listener
}: StoredListener): ListenerDescription => ({
  ...listener,
  ...(certificate_ids.length > 0 && { certificate_ids }),
  ...(redirect_https && { redirect_https }),
  ...(proxy_protocol && proxy_protocol !== 'none' && { proxy_protocol }),
  ...(backend_protocol === 'grpc' && { backend_protocol }),
});

const checkOf = (check: HealthCheck): BalancerDescription['health_check'] => ({
  protocol: check.protocol,
  port: check.port,
  path: check.path,
  interval_seconds: check.interval_seconds,
  timeout_seconds: check.timeout_seconds,
  healthy_threshold: check.healthy_threshold,
  unhealthy_threshold: check.unhealthy_threshold,
  expected: codeRanges(check.expected_codes),
});

const backendOf = (
  instance_id: string,
  { private_ip, port, weight }: Pick<BackendRecord, 'private_ip' | 'port' | 'weight'>,
  draining_until: number | null,
): BalancerDescription['backends'][number] => ({ instance_id, private_ip, port, weight, draining_until });

/**
 * Sets a load balancer active once its host serves this version of its record. Does nothing if the record has changed
 * since.
 */
export const confirmBalancer = (record: LoadBalancerRecord): Promise<void> =>
  record.status === 'active' ? Promise.resolve() : note(record, { status: 'active', status_reason: null });

/**
 * Sets a load balancer in error with the reason; the host tries again. Does nothing if the record has changed since.
 */
export const failBalancer = (record: LoadBalancerRecord, reason: string): Promise<void> =>
  record.status === 'error' && record.status_reason === reason
    ? Promise.resolve()
    : note(record, { status: 'error', status_reason: reason });

async function note(
  record: LoadBalancerRecord,
  change: Pick<LoadBalancerRecord, 'status' | 'status_reason'>,
): Promise<void> {
  // A process that has changed the record has also woken the host, which will see the change.
  await unlessStale(transact([changeLoadBalancer(record, { ...change, updated_at: rfc3339(civilNow()) })]));
}

/** Stores the health of backends. Backends that have been removed meanwhile are left out. */
export function reportHealth(account: string, id: string, reports: ReadonlyMap<string, HealthReport>): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getLoadBalancer(account, id);
    const now = rfc3339(civilNow());
    const known = [...reports].filter(([instance]) => record?.health[instance]);
    if (known.length === 0) return;
    const announcements = known.flatMap(([instance, report]) => (record ? healthEvent(record, instance, report) : []));
    const health = Object.fromEntries(known.map(([at, report]) => [at, noted(report, now)]));
    await transact([noteHealth(account, id, health)], { announcements });
  });
}

/** The event of a backend that became healthy or unhealthy; none for other changes. */
function healthEvent(record: LoadBalancerRecord, instance_id: string, { health, reason }: HealthReport) {
  const { account_id, id, name, status } = record;
  if (health === record.health[instance_id]?.health || (health !== 'healthy' && health !== 'unhealthy')) return [];
  const event: Announcement = {
    account_id,
    type: `load_balancer.backend_${health}`,
    resource: srn('compute', account_id, `load-balancer/${id}`),
    name,
    status,
    message: `load balancer ${name}: backend ${instance_id} is ${health}${reason === null ? '' : ` (${reason})`}`,
    data: { load_balancer_id: id, instance_id, health, health_reason: reason },
  };
  return [event];
}

const noted = ({ health, reason }: HealthReport, now: string): HealthRecord => ({ health, reason, checked_at: now });

/** The backends of a record whose time to drain has passed. */
export function drainedOf(record: LoadBalancerRecord | undefined): string[] {
  const now = realNow().getTime();
  return Object.entries(record?.draining ?? {}).flatMap(([id, { until }]) => (until <= now ? [id] : []));
}

/** Removes the backends that have been drained from the record. */
export async function forgetDrainedOf({ record }: Pick<Assignment, 'record'>): Promise<void> {
  const drained = drainedOf(record);
  if (!record || drained.length === 0) return;
  await unlessStale(transact([forgetDrained(record, drained)]));
}

/** Deletes a load balancer that its host has removed: its record, and all that it held. */
export async function finishRemoval({ record }: Pick<Assignment, 'record'>): Promise<void> {
  // An earlier start of the agent may already have deleted it.
  if (record) await unlessStale(transact(removalOf(record)));
}

/** The writes that delete a load balancer that no host serves. */
export function removalOf(record: LoadBalancerRecord): Write[] {
  const { account_id, id, name, vpc_id, public_ip, address_pool, private_ip, address_slot } = record;
  return [
    ...removeLoadBalancer(record),
    freeName(record, name),
    returnQuota(account_id, 'load_balancers'),
    leaveVpc(account_id, vpc_id, address_slot),
    ...(private_ip === undefined ? [] : [freeAddress(vpc_id, private_ip, id)]),
    ...changeCertificates(record, record.listeners, []),
    freePublicAddress({ pool: address_pool, address: public_ip }, id),
  ];
}

/**
 * Settles the load balancers of a host that stopped sending heartbeats. They are in error, with the reason, until the
 * host has come back. Those that are being deleted are deleted; if the host still serves one of them, it removes it
 * when it has come back.
 */
export const settleLostBalancers = async (host: string): Promise<void> =>
  forEach(each(await assignmentsOf(host)), async (assignment) => {
    if (!assignment.description) await finishRemoval(assignment);
    else if (assignment.record) await failBalancer(assignment.record, `host ${host} does not answer`);
  });

async function* each(assignments: readonly Assignment[]): AsyncGenerator<Assignment> {
  yield* assignments;
}
