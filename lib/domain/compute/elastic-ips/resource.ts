import type { Context } from '#lib/domain/platform/context.ts';
import { type ElasticIp, elasticIpActions } from '#lib/model/compute/elastic-ip.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { type ElasticIpRecord, getElasticIp } from '#lib/store/compute/elastic-ips.ts';

/** Seconds in which a host usually applies a configuration. */
const retrySeconds = 1;

/**
 * Refuses an address that is not available (contract 3.4): 409, naming the instance. The refusal is transient while the
 * address is being detached.
 */
export function requireAvailable({ id, status, instance_id, pool }: ElasticIpRecord, action: string): void {
  if (status === 'available') return;
  requireForwarded({ id, status, pool }, action);
  if (status === 'detaching') {
    const text = `elastic ip ${id} is detaching from ${instance_id}; ${action} requires status available`;
    throw new ApiError('wrong_state', text, { retryAfter: retrySeconds });
  }
  const where = status === 'attaching' ? 'attaching' : 'attached';
  throw new ApiError('in_use', `elastic ip ${id} is ${where} to ${instance_id}; detach it first`);
}

/** Refuses an address that is not forwarded because its host is lost: 409. */
function requireForwarded({ id, status, pool }: Pick<ElasticIpRecord, 'id' | 'status' | 'pool'>, action: string): void {
  if (status !== 'error') return;
  const why = `is in error: the host of its pool ${pool} is lost; ${action} waits until it is back`;
  throw new ApiError('wrong_state', `elastic ip ${id} ${why}`);
}

/** Refuses to detach an address that no instance holds: 409. */
export function requireAttached({ id, status, instance_id, pool }: ElasticIpRecord): void {
  requireForwarded({ id, status, pool }, 'detach');
  if (status === 'available') {
    throw new ApiError('wrong_state', `elastic ip ${id} is available; it is not attached to any instance`);
  }
  if (status === 'detaching') {
    throw new ApiError('wrong_state', `elastic ip ${id} is already detaching from ${instance_id}`, {
      retryAfter: retrySeconds,
    });
  }
}

/** An elastic IP as replies show it. */
export function toElasticIp(record: ElasticIpRecord): ElasticIp {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    address: record.address,
    pool: record.pool,
    status: record.status,
    status_reason: record.status_reason,
    instance_id: record.instance_id,
    attached_at: record.attached_at,
    price_monthly: record.price_monthly,
    tags: record.tags,
    allowed_actions: elasticIpActions[record.status],
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** The caller's elastic IP. 404 where it does not exist, was released, or belongs to another account. */
export async function findElasticIp(context: Context, id: string): Promise<ElasticIpRecord> {
  const record = await getElasticIp(context.principal.account_id, id);
  if (!record) throw notFound('elastic ip', id);
  return record;
}

/** The caller's elastic IP, as replies show it. 404 where it does not exist. */
export async function showElasticIp(context: Context, { id }: { id: string }): Promise<ElasticIp> {
  const record = await findElasticIp(context, id);
  return context.show(toElasticIp(record), record.version);
}

/** The elastic IP once its host has applied the change; undefined before that. */
export async function settledElasticIp(context: Context, { id }: ElasticIp): Promise<ElasticIp | undefined> {
  const record = await getElasticIp(context.principal.account_id, id);
  if (!record || record.status === 'attaching' || record.status === 'detaching') return undefined;
  return context.show(toElasticIp(record), record.version);
}
