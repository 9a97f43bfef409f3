import { freeName } from '#lib/domain/compute/load-balancers/resource.ts';
import { freePublicAddress } from '#lib/domain/compute/public-addresses/pool.ts';
import { balancerOf, gatewayOf } from '#lib/domain/compute/vpcs/addresses.ts';
import { isStale, retryOnConflict } from '#lib/domain/platform/context.ts';
import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { codeRanges, type HealthCheck, type Listener } from '#lib/model/compute/load-balancer.ts';
import { type StoredAssignment, storedAssignments } from '#lib/store/compute/balancing.ts';
import {
  type BackendRecord,
  changeLoadBalancer,
  forgetDrained,
  getLoadBalancer,
  type HealthRecord,
  type LoadBalancerRecord,
  noteHealth,
  removeLoadBalancer,
} from '#lib/store/compute/load-balancers.ts';
import { leaveVpc, type VpcRecord } from '#lib/store/compute/vpcs.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Where a backend is reached, and how much of the traffic it gets; none that is new where it drains. */
export interface BackendDescription {
  instance_id: string;
  private_ip: string;
  port: number | null;
  weight: number;
  /** Real clock, epoch milliseconds, of the moment by which it must have ended what it began; null while it serves. */
  draining_until: number | null;
}

/** What a host needs to serve one load balancer. */
export interface BalancerDescription {
  id: string;
  vpc: { id: string; cidr: string; gateway: string };
  /** The address of the VPC from which backends are reached. */
  source_ip: string;
  public_ip: string;
  algorithm: 'round_robin' | 'least_connections';
  sticky: boolean;
  listeners: Listener[];
  health_check: Omit<HealthCheck, 'expected_codes'> & { expected: { from: number; to: number }[] };
  backends: BackendDescription[];
}

/** A load balancer that the table has a host serve, or be rid of where `description` is null. */
export interface Assignment {
  account_id: string;
  id: string;
  description: BalancerDescription | null;
  record: LoadBalancerRecord | undefined;
}

/** What the host found out about a backend. */
export interface HealthReport {
  health: 'healthy' | 'unhealthy' | 'unused' | 'initial';
  reason: string | null;
}

/** Every load balancer of a host, as it is to be now. */
export const assignmentsOf = async (host: string): Promise<Assignment[]> =>
  (await storedAssignments(host)).map(assignmentOf);

function assignmentOf({ account_id, load_balancer_id, balancer, vpc }: StoredAssignment): Assignment {
  const wanted = balancer && vpc && balancer.status !== 'deleting';
  return {
    account_id,
    id: load_balancer_id,
    record: balancer,
    description: wanted ? describe(balancer, vpc) : null,
  };
}

/** Maps come out of the table in an order of their own; here everything has its place, so that the same is told the same way. */
function describe(record: LoadBalancerRecord, vpc: VpcRecord): BalancerDescription {
  const now = realNow().getTime();
  const leaving = Object.entries(record.draining).filter(([id, { until }]) => until > now && !record.backends[id]);
  const backends = [
    ...Object.entries(record.backends).map(([id, one]) => backendOf(id, one, null)),
    ...leaving.map(([id, one]) => backendOf(id, one, one.until)),
  ];
  return {
    id: record.id,
    vpc: { id: vpc.id, cidr: vpc.cidr, gateway: gatewayOf(vpc.cidr) },
    source_ip: balancerOf(vpc.cidr),
    public_ip: record.public_ip,
    algorithm: record.algorithm,
    sticky: record.sticky_sessions,
    listeners: record.listeners.map(({ protocol, port, target_port }) => ({ protocol, port, target_port })),
    health_check: checkOf(record.health_check),
    backends: backends.sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1)),
  };
}

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
): BackendDescription => ({ instance_id, private_ip, port, weight, draining_until });

/** Notes that a load balancer serves as its record of this version has it: active. Does nothing where it was changed since. */
export const confirmBalancer = (record: LoadBalancerRecord): Promise<void> =>
  record.status === 'active' ? Promise.resolve() : note(record, { status: 'active', status_reason: null });

/** Notes why a load balancer cannot serve: error, to be tried again. Does nothing where it was changed since. */
export const failBalancer = (record: LoadBalancerRecord, reason: string): Promise<void> =>
  record.status === 'error' && record.status_reason === reason
    ? Promise.resolve()
    : note(record, { status: 'error', status_reason: reason });

async function note(
  record: LoadBalancerRecord,
  change: Pick<LoadBalancerRecord, 'status' | 'status_reason'>,
): Promise<void> {
  try {
    await transact([changeLoadBalancer(record, { ...change, updated_at: rfc3339(civilNow()) })]);
  } catch (error) {
    // Whoever changed it has rung: the next look sees what is to be done.
    if (!isStale(error)) throw error;
  }
}

/** Notes how backends do; those that were taken out meanwhile are left out. */
export function reportHealth(account: string, id: string, reports: ReadonlyMap<string, HealthReport>): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getLoadBalancer(account, id);
    const now = rfc3339(civilNow());
    const known = [...reports].filter(([instance]) => record?.health[instance]);
    if (known.length === 0) return;
    await transact([
      noteHealth(account, id, Object.fromEntries(known.map(([at, report]) => [at, noted(report, now)]))),
    ]);
  });
}

const noted = ({ health, reason }: HealthReport, now: string): HealthRecord => ({ health, reason, checked_at: now });

/** Forgets the backends whose draining is over. */
export async function forgetDrainedOf({ record }: Assignment): Promise<void> {
  const now = realNow().getTime();
  const over = Object.entries(record?.draining ?? {}).filter(([, { until }]) => until <= now);
  if (!record || over.length === 0) return;
  await transact([
    forgetDrained(
      record,
      over.map(([id]) => id),
    ),
  ]).catch((error: unknown) => {
    if (!isStale(error)) throw error;
  });
}

/** A load balancer is gone from its host: so is its record, and all that it held. */
export async function finishRemoval({ record }: Assignment): Promise<void> {
  if (!record) return;
  const { account_id, id, name, vpc_id, public_ip, address_pool } = record;
  const writes = [
    ...removeLoadBalancer(record),
    freeName(record, name),
    returnQuota(account_id, 'load_balancers'),
    leaveVpc(account_id, vpc_id),
    freePublicAddress({ pool: address_pool, address: public_ip }, id),
  ];
  await transact(writes).catch((error: unknown) => {
    // An earlier start of the agent was faster.
    if (!isStale(error)) throw error;
  });
}

/**
 * What becomes of the load balancers of a host that has fallen silent: they are in error, with the reason, until it is back,
 * and those that are being deleted are gone. Should it still serve one of these, it ends it when it is back.
 */
export const loseBalancers = async (host: string): Promise<void> =>
  forEach(each(await assignmentsOf(host)), async (assignment) => {
    if (!assignment.description) await finishRemoval(assignment);
    else if (assignment.record) await failBalancer(assignment.record, `host ${host} does not answer`);
  });

async function* each(assignments: readonly Assignment[]): AsyncGenerator<Assignment> {
  yield* assignments;
}
