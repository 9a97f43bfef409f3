import { configureMachine } from '#lib/domain/compute/jobs/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { changeInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { putExpiry, removeExpiry } from '#lib/store/platform/expiries.ts';
import { expiry } from './launch-record.ts';
import { findInstance, toInstance } from './resource.ts';

export interface UpdateInput {
  id: string;
  name?: string | undefined;
  tags?: Record<string, string> | undefined;
  termination_protection?: boolean | undefined;
  ttl_hours?: number | null | undefined;
}

/**
 * Changes attributes in any status except terminating and terminated: 409. The machine sees its new name and tags in
 * its metadata, and its VPC resolves a new name at once. Its own hostname changes at its next boot.
 */
export function updateInstance(context: Context, input: UpdateInput): Promise<Instance> {
  const { id } = input;
  return retryOnConflict(async () => {
    const record = await findInstance(context, id);
    context.match(record.version);
    if (record.status === 'terminating' || record.status === 'terminated') {
      throw new ApiError('wrong_state', `instance ${id} is ${record.status}; it can no longer be updated`);
    }
    const next = changed(record, input, context.now);
    if (JSON.stringify(next) === JSON.stringify(record)) {
      return context.commit({ writes: [], reply: toInstance(record), version: record.version });
    }
    next.updated_at = rfc3339(context.now);
    const isTold = input.name !== undefined || input.tags !== undefined;
    return context.commit({
      writes: [
        changeInstance(record, next),
        ...expiryWrites(record, next),
        ...(isTold ? [configureMachine(record)] : []),
      ],
      reply: toInstance(next),
      version: record.version + 1,
      ...(isTold && { rings: [record.host_id] }),
    });
  });
}

/** The record with the given attributes changed; others stay unchanged. */
function changed(record: InstanceRecord, { ttl_hours, ...change }: UpdateInput, now: Date): InstanceRecord {
  const given: [string, unknown][] = Object.entries(change).filter(([, value]) => value !== undefined);
  if (ttl_hours !== undefined) given.push(['expires_at', ttl_hours === null ? null : expiry(now, ttl_hours)]);
  return { ...record, ...Object.fromEntries(given) };
}

function expiryWrites(before: InstanceRecord, { account_id, id, expires_at, termination_protection }: InstanceRecord) {
  if (!expires_at) return before.expires_at ? [removeExpiry(id)] : [];
  // If the instance has expired, removing the protection makes it due at once.
  const due = expires_at !== before.expires_at || (before.termination_protection && !termination_protection);
  return due ? [putExpiry({ account_id, instance_id: id, expires_at })] : [];
}
