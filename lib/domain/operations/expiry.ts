import { terminateInstance } from '#lib/domain/instances/terminate.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dueExpiries, type Expiry, nextExpiry, putExpiry, removeExpiry } from '#lib/store/expiries.ts';
import { getInstance } from '#lib/store/instances.ts';
import { transact } from '#lib/store/write.ts';
import { systemContext } from './system-context.ts';

/** Milliseconds after which a protected instance's end is looked at again: protection wins over its end of life. */
const later = 3_600_000;

/** Terminates every instance whose time is over (`ttl_hours`). */
export async function expireInstances(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  for await (const expiry of dueExpiries(rfc3339(now))) await expire(expiry, now);
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
  await terminateInstance(systemContext(expiry.account_id, now), { id: expiry.instance_id });
}
