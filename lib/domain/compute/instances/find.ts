import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';

/** The caller's instance as it stands; 404 where it is absent, another account's, or was terminated over an hour ago. */
export async function findInstance(context: Context, id: string): Promise<InstanceRecord> {
  const record = await getInstance(context.principal.account_id, id);
  if (!record || isGone(record, context.now)) throw notFound('instance', id);
  return record;
}

/** Whether a terminated record's hour is over: the table deletes late. */
export function isGone(record: InstanceRecord, now: Date): boolean {
  return record.ttl !== undefined && record.ttl * 1000 <= now.getTime();
}
