import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { CorsRule, LifecycleRule } from '#lib/model/storage/bucket.ts';
import { getBucketWithRules } from '#lib/store/storage/buckets.ts';

interface Rules {
  cors: CorsRule;
  lifecycle: LifecycleRule;
}

async function show<K extends keyof Rules>(
  context: Context,
  kind: K,
  name: string,
): Promise<{ rules: Rules[K][]; next_cursor: '' }> {
  const { record, [kind]: rules } = await getBucketWithRules(context.principal.account_id, name);
  if (!record) throw notFound('bucket', name);
  return context.show({ rules: rules as Rules[K][], next_cursor: '' as const }, record.version);
}

/** Returns the CORS rules, empty when none are set. */
export const getBucketCors = (context: Context, { name }: { name: string }) => show(context, 'cors', name);

/** Returns the lifecycle rules, empty when none are set. */
export const getBucketLifecycle = (context: Context, { name }: { name: string }) => show(context, 'lifecycle', name);
