import { type Context, fresh } from '#lib/domain/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/errors.ts';
import type { Instance } from '#lib/model/instance.ts';
import { putExpiry, removeExpiry } from '#lib/store/expiries.ts';
import { changeInstance, type InstanceRecord } from '#lib/store/instances.ts';
import { findInstance } from './find.ts';
import { expiry } from './launch-record.ts';
import { toInstance } from './view.ts';

export interface UpdateInput {
  id: string;
  name?: string | undefined;
  tags?: Record<string, string> | undefined;
  termination_protection?: boolean | undefined;
  ttl_hours?: number | null | undefined;
}

/** Changes what does not touch the machine, whatever it is doing; 409 once it is terminating. */
export function updateInstance(context: Context, { id, ttl_hours, ...change }: UpdateInput): Promise<Instance> {
  return fresh(async () => {
    const record = await findInstance(context, id);
    context.match(record.version);
    if (record.status === 'terminating' || record.status === 'terminated') {
      throw new ApiError('wrong_state', `instance ${id} is ${record.status}; it can no longer be updated`);
    }
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const next: InstanceRecord = { ...record, ...given };
    if (ttl_hours !== undefined) next.expires_at = ttl_hours === null ? null : expiry(context.now, ttl_hours);
    if (JSON.stringify(next) === JSON.stringify(record)) {
      return context.commit({ writes: [], reply: toInstance(record), version: record.version });
    }
    next.updated_at = rfc3339(context.now);
    // Whoever takes the protection off need not wait for the expiry's next look at what it protected.
    const expiryChanged = ttl_hours !== undefined || (change.termination_protection === false && next.expires_at);
    return context.commit({
      writes: [changeInstance(record, next), ...(expiryChanged ? [expiryOf(next)] : [])],
      reply: toInstance(next),
      version: record.version + 1,
    });
  });
}

const expiryOf = ({ account_id, id, expires_at }: InstanceRecord) =>
  expires_at ? putExpiry({ account_id, instance_id: id, expires_at }) : removeExpiry(id);
