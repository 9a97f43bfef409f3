import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { BucketPolicy } from '#lib/model/storage/bucket-policy.ts';
import { changeBucket } from '#lib/store/storage/buckets.ts';
import { callerIn, onPolicy } from './policy.ts';
import { findActiveBucket } from './resource.ts';

/**
 * Replaces the policy of a bucket, which is in effect when the call returns. Root may always do this, whatever the
 * previous policy says; callers to whom that policy denies it are refused with 403. Refuses with 400 what S3 refuses,
 * and with 409 where the engine has no policies.
 */
export const putBucketPolicy = (context: Context, { name, policy }: { name: string; policy: BucketPolicy }) =>
  replace(context, name, policy);

/** Removes the policy of a bucket; refuses as `putBucketPolicy` does. */
export const deleteBucketPolicy = (context: Context, { name }: { name: string }) => replace(context, name, null);

/** Only the engine stores the policy. It is changed there first, and may be changed again if the commit fails. */
function replace(
  context: Context,
  name: string,
  policy: BucketPolicy | null,
): Promise<{ policy: BucketPolicy | null }> {
  const caller = callerIn(context);
  const text = policy && JSON.stringify(policy);
  const write = (rehearse: boolean) => onPolicy(name, (engine) => engine.writePolicy(name, text, { caller, rehearse }));
  return retryOnConflict(async () => {
    const record = await findActiveBucket(context, name);
    context.match(record.version);
    const writes = [changeBucket(record, { updated_at: rfc3339(context.now) })];
    await context.claimed({ writes, check: () => write(true) });
    await write(false);
    return context.commit({ writes, reply: { policy }, version: record.version + 1 });
  });
}
