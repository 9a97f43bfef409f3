import { terminateInstance } from '#lib/domain/compute/instances/terminate.ts';
import { deleteSnapshot } from '#lib/domain/compute/snapshots/delete.ts';
import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { dueExpiries, type Expiry, nextExpiry, putExpiry, removeExpiry } from '#lib/store/platform/expiries.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Milliseconds after which a protected instance's end is looked at again: protection wins over its end of life. */
const later = 3_600_000;

/** Milliseconds after which a snapshot that is in use is looked at again. */
const soon = 60_000;

/** Terminates every instance whose time is over (`ttl_hours`), and deletes every such snapshot (`retain_days`). */
export async function expireInstances(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEach(dueExpiries(rfc3339(now)), (expiry) =>
    (expiry.instance_id.startsWith('snap-') ? expireSnapshot : expire)(expiry, now),
  );
  return { next_at: await nextExpiry() };
}

async function expire(expiry: Expiry, now: Date): Promise<void> {
  const record = await getInstance(expiry.account_id, expiry.instance_id);
  if (!record || record.status === 'terminated' || record.expires_at === null) {
    return transact([removeExpiry(expiry.instance_id)]);
  }
  if (record.termination_protection) {
    return transact([putExpiry({ ...expiry, expires_at: rfc3339(new Date(now.getTime() + later)) })]);
  }
  try {
    await terminateInstance(systemContext(expiry.account_id, now), { id: expiry.instance_id }, dueBy(now));
  } catch (error) {
    if (!(error instanceof NotDue)) throw error;
  }
}

/** One that is being made or restored is looked at again in a minute; one in error is gone all the same. */
async function expireSnapshot(expiry: Expiry, now: Date): Promise<void> {
  const { account_id, instance_id: id } = expiry;
  try {
    await deleteSnapshot(systemContext(account_id, now), { id });
    await transact([removeExpiry(id)]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'not_found') return transact([removeExpiry(id)]);
    await transact([putExpiry({ ...expiry, expires_at: rfc3339(new Date(now.getTime() + soon)) })]);
  }
}

class NotDue extends Error {}

/** The index may be behind, and the instance's life may be lengthened at any moment: the record decides. */
const dueBy = (now: Date) => (record: InstanceRecord) => {
  if (!record.expires_at || record.expires_at > rfc3339(now)) throw new NotDue();
};
