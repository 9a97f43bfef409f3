import type { Context } from '#lib/domain/platform/context.ts';
import { takePrefetched } from '#lib/domain/platform/prefetch.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { allowedActions, isTransient } from '#lib/model/compute/instance-states.ts';
import { planOf } from '#lib/model/platform/catalog.ts';
import { region } from '#lib/model/platform/common.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { addEvent, getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** An instance as replies show it. */
export function toInstance(record: InstanceRecord): Instance {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    status: record.status,
    status_reason: record.status_reason,
    task: record.task,
    private_ip: record.private_ip,
    public_ip: record.public_ip,
    public_hostname: record.public_hostname,
    ssh_port: record.ssh_port,
    ssh_ready: record.ssh_ready,
    host_key: record.host_key,
    plan: planOf(record),
    instance_type_id: record.instance_type_id,
    image_id: record.image_id,
    ssh_key_ids: record.ssh_key_ids,
    user_data_sha256: record.user_data_sha256 ?? null,
    vpc_id: record.vpc_id,
    elastic_ip: record.elastic_ip,
    volume_ids: record.volume_ids,
    asg_id: record.asg_id,
    tags: record.tags,
    run_entrypoint: record.run_entrypoint === true,
    termination_protection: record.termination_protection,
    allowed_actions: allowedActions(record.status, record, record.task),
    region,
    launched_at: record.launched_at,
    expires_at: record.expires_at,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/**
 * The caller's instance. The first call uses the record that was read together with the principal, if the route
 * prefetches it; later calls read it again. 404 where it does not exist, belongs to another account, or was terminated
 * over an hour ago.
 */
export async function findInstance(context: Context, id: string): Promise<InstanceRecord> {
  const { principal, now } = context;
  const known = takePrefetched(context, id);
  const record = known ? (known.record as InstanceRecord | undefined) : await getInstance(principal.account_id, id);
  if (!record || isGone(record, now)) throw notFound('instance', id);
  return record;
}

/** Whether a terminated record has expired: the table deletes expired items with a delay. */
export function isGone(record: InstanceRecord, now: Date): boolean {
  return record.ttl !== undefined && record.ttl * 1000 <= now.getTime();
}

/** The caller's instance, as replies show it. 404 where it does not exist. */
export async function showInstance(context: Context, { id }: { id: string }): Promise<Instance> {
  const record = await findInstance(context, id);
  return context.show(toInstance(record), record.version);
}

/** The instance once no operation is in progress on it; undefined before that. */
export async function settledInstance(context: Context, { id }: Instance): Promise<Instance | undefined> {
  const record = await getInstance(context.principal.account_id, id);
  if (!record || record.operation || isTransient(record.status)) return undefined;
  return context.show(toInstance(record), record.version);
}

/** The event of a request, with its principal and request id. */
export function noteRequest(
  { now, principal, request_id }: Context,
  before: InstanceRecord | undefined,
  next: InstanceRecord,
  type: string,
  message: string,
): Write {
  return addEvent(
    next.account_id,
    next.id,
    {
      at: rfc3339(now),
      type,
      from: before?.status ?? null,
      to: next.status,
      actor: principal.name,
      request_id,
      message,
    },
    now,
  );
}
