import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { CorsRule } from '#lib/model/storage/bucket.ts';
import type { LifecycleRule } from '#lib/model/storage/bucket-lifecycle.ts';
import { changeBucket, putBucketRules } from '#lib/store/storage/buckets.ts';
import { commitSettings } from './apply.ts';
import { engine } from './engine.ts';
import { findActiveBucket } from './resource.ts';

interface Rules {
  cors: CorsRule;
  lifecycle: LifecycleRule;
}

/**
 * Replaces the rules of one kind; an empty list removes them. Refuses with 409 rules that the engine does not support.
 */
function replace<K extends keyof Rules>(
  context: Context,
  kind: K,
  { name, rules }: { name: string; rules: Rules[K][] },
): Promise<{ rules: Rules[K][] }> {
  return retryOnConflict(async () => {
    const record = await findActiveBucket(context, name);
    context.match(record.version);
    if (rules.length > 0 && !engine().capabilities[kind]) {
      throw new ApiError('wrong_state', `rules: the object engine of this deployment does not support ${kind} rules`);
    }
    return commitSettings(context, record, {
      writes: [changeBucket(record, { updated_at: rfc3339(context.now) }), putBucketRules(record, kind, rules)],
      reply: { rules },
    });
  });
}

/** Replaces the CORS rules, which are in effect when the call returns. */
export const putBucketCors = (context: Context, input: { name: string; rules: CorsRule[] }) =>
  replace(context, 'cors', input);

/** Removes the CORS rules. */
export const deleteBucketCors = (context: Context, { name }: { name: string }) =>
  replace(context, 'cors', { name, rules: [] });

/** Replaces the lifecycle rules, which are in effect when the call returns. */
export const putBucketLifecycle = (context: Context, input: { name: string; rules: LifecycleRule[] }) =>
  replace(context, 'lifecycle', input);

/** Removes the lifecycle rules. */
export const deleteBucketLifecycle = (context: Context, { name }: { name: string }) =>
  replace(context, 'lifecycle', { name, rules: [] });
