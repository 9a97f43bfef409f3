import type { Context } from '#lib/domain/platform/context.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { HealthCheck, HealthCheckChange } from '#lib/model/compute/health-check.ts';
import { maxBackends } from '#lib/model/compute/limits.ts';
import type { Listener } from '#lib/model/compute/listener.ts';
import type { Backend, LoadBalancer, NewLoadBalancer } from '#lib/model/compute/load-balancer.ts';
import type { Deleted } from '#lib/model/platform/common.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getLoadBalancer, type LoadBalancerRecord, type StoredListener } from '#lib/store/compute/load-balancers.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** A load balancer as replies show it. */
export function toLoadBalancer(record: LoadBalancerRecord): LoadBalancer {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    status: record.status,
    status_reason: record.status_reason,
    allowed_actions: allowedActions(record),
    algorithm: record.algorithm,
    public_ip: record.public_ip,
    public_hostname: record.public_hostname,
    private_ip: record.private_ip ?? null,
    vpc_id: record.vpc_id,
    listeners: record.listeners.map(wholeListener),
    health_check: record.health_check,
    sticky_sessions: record.sticky_sessions,
    backends: backendsOf(record),
    tags: record.tags ?? {},
    price_monthly: record.price_monthly,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** A listener with defaults for fields that a request or an old record leaves out. */
export const wholeListener = ({
  protocol,
  port,
  target_port = port,
  certificate_ids = [],
  redirect_https = false,
  proxy_protocol,
  backend_protocol,
}: StoredListener | NewLoadBalancer['listeners'][number]): Listener => ({
  protocol,
  port,
  target_port,
  certificate_ids,
  redirect_https,
  proxy_protocol: protocol === 'tcp' ? (proxy_protocol ?? 'none') : null,
  backend_protocol: protocol === 'https' ? (backend_protocol ?? 'http') : null,
});

/**
 * The allowed actions of contract 3.5: no deletion while a group uses it, and no removal of backends that a group
 * manages.
 */
function allowedActions({ status, backends, asg_ids }: LoadBalancerRecord): LoadBalancer['allowed_actions'] {
  if (status === 'deleting') return [];
  const all = Object.values(backends);
  return [
    'update',
    ...((asg_ids?.size ?? 0) === 0 ? (['delete'] as const) : []),
    ...(all.length < maxBackends ? (['add_backend'] as const) : []),
    ...(all.some(({ asg_id }) => asg_id === null) ? (['remove_backend'] as const) : []),
  ];
}

/** The backends of a load balancer, including draining ones, by instance id. */
export function backendsOf(record: LoadBalancerRecord): Backend[] {
  const now = realNow().getTime();
  const draining = Object.keys(record.draining).filter((instance) => (record.draining[instance]?.until ?? 0) > now);
  const all = [...new Set([...Object.keys(record.backends), ...draining])].sort();
  return all.map((instance) => toBackend(record, instance));
}

/** One backend of a load balancer as replies show it. */
export function toBackend({ backends, draining, health }: LoadBalancerRecord, instance: string): Backend {
  const backend = backends[instance];
  const drainingEntry = backend ? undefined : draining[instance];
  const known = health[instance];
  return {
    instance_id: instance,
    port: (backend ?? drainingEntry)?.port ?? null,
    weight: (backend ?? drainingEntry)?.weight ?? 1,
    health: drainingEntry ? 'draining' : (known?.health ?? 'initial'),
    health_reason: drainingEntry ? 'draining' : (known?.reason ?? null),
    last_checked_at: known?.checked_at ?? null,
    draining_until: drainingEntry?.draining_until ?? null,
  };
}

/** The caller's load balancer. 404 where it does not exist or belongs to another account. */
export async function findLoadBalancer(context: Context, id: string): Promise<LoadBalancerRecord> {
  const record = await getLoadBalancer(context.principal.account_id, id);
  if (!record) throw notFound('load balancer', id);
  return record;
}

/** The caller's load balancer with the health of its backends. 404 where it does not exist. */
export async function showLoadBalancer(context: Context, { id }: { id: string }): Promise<LoadBalancer> {
  const record = await findLoadBalancer(context, id);
  return context.show(toLoadBalancer(record), record.version);
}

type Owner = Pick<LoadBalancerRecord, 'account_id' | 'id'>;

/** Claims a name for a load balancer. 409 where another load balancer of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'load-balancer',
    name,
    id,
    (holder) =>
      new ApiError('already_exists', `name: load balancer ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a load balancer's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write =>
  freeUnique(account_id, 'load-balancer', name, id);

/** The load balancer once its host has applied the change or reported why it cannot; undefined before. */
export async function settledLoadBalancer(context: Context, { id }: LoadBalancer): Promise<LoadBalancer | undefined> {
  const record = await getLoadBalancer(context.principal.account_id, id);
  if (!record || record.status === 'provisioning' || record.status === 'updating') return undefined;
  return context.show(toLoadBalancer(record), record.version);
}

/** The reply that a load balancer is deleted, once its host has ended its connections; undefined before. */
export async function deletedLoadBalancer(
  context: Context,
  { id }: Pick<LoadBalancer, 'id'>,
): Promise<Deleted | undefined> {
  return (await getLoadBalancer(context.principal.account_id, id)) ? undefined : { id, deleted: true };
}

/** Listeners with their target ports. 409 already_exists where two listeners have the same port. */
export function listenersOf(given: NewLoadBalancer['listeners']): Listener[] {
  const firstOn = new Map<number, number>();
  for (const [at, { port }] of given.entries()) {
    const first = firstOn.get(port);
    if (first !== undefined) {
      throw new ApiError('already_exists', `listeners[${at}].port: ${port} is the port of listeners[${first}] already`);
    }
    firstOn.set(port, at);
  }
  return given.map(wholeListener);
}

/** The health check's defaults. Its protocol is that of the first listener to its backends (contract 4.5). */
export const defaultHealthCheck = ([listener]: readonly Listener[]): HealthCheck => ({
  // A check by HTTP uses HTTP/1.1, which gRPC servers do not support.
  protocol: listener?.protocol === 'tcp' || listener?.backend_protocol === 'grpc' ? 'tcp' : 'http',
  port: null,
  path: '/',
  interval_seconds: 10,
  timeout_seconds: 5,
  healthy_threshold: 3,
  unhealthy_threshold: 3,
  expected_codes: '200-399',
});

/** A health check with some settings changed. 400 where a probe may take longer than the interval between probes. */
export function healthCheckOf(known: HealthCheck, change: HealthCheckChange): HealthCheck {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const check: HealthCheck = { ...known, ...Object.fromEntries(given) };
  if (check.timeout_seconds >= check.interval_seconds) {
    throw new ApiError(
      'validation_failed',
      `health_check.timeout_seconds: ${check.timeout_seconds} must be below interval_seconds (${check.interval_seconds})`,
    );
  }
  return check;
}
