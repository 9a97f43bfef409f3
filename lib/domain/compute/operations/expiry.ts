import { noticeCertificate } from '#lib/domain/compute/certificates/expiring.ts';
import { terminateInstance } from '#lib/domain/compute/instances/terminate.ts';
import { deleteSnapshot } from '#lib/domain/compute/snapshots/delete.ts';
import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { dueExpiries, type Expiry, nextExpiry, putExpiry, removeExpiry } from '#lib/store/platform/expiries.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Milliseconds after which a protected instance's expiry is tried again: protection takes precedence over expiry. */
const protectedRetry = 3_600_000;

/** Milliseconds after which the expiry of a snapshot in use is tried again. */
const inUseRetry = 60_000;

/** The action on an expired resource, by the prefix of its id. Without one of these prefixes it is an instance. */
const works: Readonly<Record<string, (expiry: Expiry, now: Date) => Promise<void>>> = {
  snap: expireSnapshot,
  cert: noticeCertificate,
};

/**
 * Terminates every expired instance (`ttl_hours`), deletes every expired snapshot (`retain_days`), and announces
 * certificates that expire soon.
 */
export async function expireInstances(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEachDue(dueExpiries(rfc3339(now)), (expiry) => {
    const [prefix = ''] = expiry.instance_id.split('-', 1);
    return (works[prefix] ?? expire)(expiry, now);
  });
  return { next_at: await nextExpiry() };
}

async function expire(expiry: Expiry, now: Date): Promise<void> {
  const record = await getInstance(expiry.account_id, expiry.instance_id);
  if (!record || record.status === 'terminated' || record.expires_at === null) {
    return transact([removeExpiry(expiry.instance_id)]);
  }
  // The index may be behind a change of the expiry.
  if (record.expires_at > rfc3339(now)) return;
  if (record.termination_protection) {
    return transact([putExpiry({ ...expiry, expires_at: rfc3339(new Date(now.getTime() + protectedRetry)) })]);
  }
  try {
    await terminateInstance(systemContext(expiry.account_id, now), { id: expiry.instance_id }, dueBy(now));
  } catch (error) {
    if (!(error instanceof NotDue)) throw error;
  }
}

/**
 * Deletes an expired snapshot. One that is being created or restored is tried again in a minute; one in error is
 * deleted.
 */
async function expireSnapshot(expiry: Expiry, now: Date): Promise<void> {
  const { account_id, instance_id: id } = expiry;
  try {
    await deleteSnapshot(systemContext(account_id, now), { id });
    await transact([removeExpiry(id)]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'not_found') return transact([removeExpiry(id)]);
    await transact([putExpiry({ ...expiry, expires_at: rfc3339(new Date(now.getTime() + inUseRetry)) })]);
  }
}

class NotDue extends Error {
  override readonly name = 'NotDue';
}

/** The index may be behind, and the expiry can change at any moment, so the record decides. */
const dueBy = (now: Date) => (record: InstanceRecord) => {
  if (!record.expires_at || record.expires_at > rfc3339(now)) throw new NotDue();
};
