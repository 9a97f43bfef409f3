import { mark } from '#lib/domain/billing/metering/marks.ts';
import { commitEffect } from '#lib/domain/platform/commit.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { planOf, priceOf } from '#lib/model/platform/catalog.ts';
import { putMark } from '#lib/store/billing/marks.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { addEvent, changeInstance, getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { type Intent, removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The end of an operation: the changes, the additional writes, and the message of its event. */
export interface Ending {
  change: Partial<InstanceRecord>;
  also?: readonly Write[];
  /** Workflows elsewhere that the end requires. */
  workflows?: readonly Intent[];
  message: string;
}

/**
 * Ends an operation. One transaction puts the instance into its new status, frees it for the next operation, and
 * returns what this one held. Does nothing if the operation was already settled or superseded, so a task may run twice.
 */
export function settle(
  input: WorkflowInput,
  ending: (record: InstanceRecord, now: Date) => Ending | Promise<Ending>,
): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getInstance(input.account_id, input.instance_id);
    if (record?.operation?.id !== input.operation) return;
    const now = civilNow();
    const { change, also = [], workflows = [], message } = await ending(record, now);
    const next: InstanceRecord = { ...record, task: null, ...change, operation: null, updated_at: rfc3339(now) };
    const writes = [
      changeInstance(record, next),
      ...meteredInstance(record, next, await paidUntil(next)),
      ...also,
      removeDeadline(input.operation),
      removeIntent(input.operation),
      noteEvent(record, next, record.operation.kind, message, now),
    ];
    await commitEffect({ writes, alerts: workflows });
  });
}

/** Until when an instance that has failed or no longer exists is charged. On a lost host this is the last heartbeat. */
async function paidUntil({ status, host_id, updated_at }: InstanceRecord): Promise<string> {
  if (status !== 'error' && status !== 'terminated') return updated_at;
  const seen = (await getHost(host_id))?.lost?.seen ?? updated_at;
  return seen < updated_at ? seen : updated_at;
}

/** The event of a change that no client asked for. */
export function noteEvent(
  before: InstanceRecord,
  next: InstanceRecord,
  type: string,
  message: string,
  now: Date,
): Write {
  return addEvent(
    next.account_id,
    next.id,
    { at: rfc3339(now), type, from: before.status, to: next.status, actor: 'system', request_id: null, message },
    now,
  );
}

/** The price of an instance in a lasting status (contract 4.8), in rupees a month; undefined in a transient status. */
function instancePrice(record: InstanceRecord): number | undefined {
  const { status } = record;
  if (record.lost) return 0;
  const { disk, price_monthly } = planOf(record);
  if (status === 'running') return price_monthly;
  if (status === 'stopped' || status === 'error')
    return record.has_disk ? Math.min(priceOf('volume', disk), price_monthly) : 0;
  return status === 'terminated' ? 0 : undefined;
}

/** The current price of an instance, in rupees a month. In a transient status it is the price while running. */
export const presentPrice = (record: InstanceRecord): number => instancePrice(record) ?? planOf(record).price_monthly;

/** The meter's mark for a change of an instance at a time (RFC 3339); none if its price stays the same. */
export function meteredInstance(before: InstanceRecord, next: InstanceRecord, at = next.updated_at): Write[] {
  const price = instancePrice(next);
  const same = before.status === next.status && instancePrice(before) === price;
  if (price === undefined || same) return [];
  const running = next.status === 'running';
  const point = mark('instances', { id: next.id, version: before.version + 1 }, price * 100, at);
  return [putMark(next.account_id, { ...point, minimum: running })];
}
