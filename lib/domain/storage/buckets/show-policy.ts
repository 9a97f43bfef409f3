import type { Context } from '#lib/domain/platform/context.ts';
import type { BucketPolicy } from '#lib/model/storage/bucket-policy.ts';
import { callerIn, onPolicy } from './policy.ts';
import { findActiveBucket } from './resource.ts';

/**
 * Shows the policy of a bucket, null where it has none. Root always sees it, whatever it says; callers to whom the
 * policy denies it are refused with 403. Refuses with 409 where the engine has no policies.
 */
export async function getBucketPolicy(
  context: Context,
  { name }: { name: string },
): Promise<{ policy: BucketPolicy | null }> {
  const record = await findActiveBucket(context, name);
  const text = await onPolicy(name, (engine) => engine.readPolicy(name, callerIn(context)));
  return context.show({ policy: text === null ? null : (JSON.parse(text) as BucketPolicy) }, record.version);
}
