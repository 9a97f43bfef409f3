import type { Context } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { CorsRule } from '#lib/model/storage/bucket.ts';
import { type LifecycleRule, unsetInRule } from '#lib/model/storage/bucket-lifecycle.ts';
import { getBucketWithRules } from '#lib/store/storage/buckets.ts';

interface Which {
  name: string;
  query: ListQuery;
}

interface Rules {
  cors: CorsRule;
  lifecycle: LifecycleRule;
}

async function show<K extends keyof Rules>(
  context: Context,
  kind: K,
  { name, query }: Which,
): Promise<{ rules: Rules[K][]; next_cursor: string }> {
  const { record, [kind]: stored } = await getBucketWithRules(context.principal.account_id, name);
  if (!record) throw notFound('bucket', name);
  const rules = (kind === 'lifecycle' ? stored.map((rule) => ({ ...unsetInRule, ...rule })) : stored) as Rules[K][];
  const { items, next_cursor } = await pageOf(context, `${kind} of ${record.uid}`, query, rules, {
    label: 'id',
    place: ownOrder,
  });
  return context.show({ rules: items, next_cursor }, record.version);
}

/** Returns one page of the CORS rules, none when none are set. */
export const getBucketCors = (context: Context, which: Which) => show(context, 'cors', which);

/** Returns one page of the lifecycle rules, none when none are set. */
export const getBucketLifecycle = (context: Context, which: Which) => show(context, 'lifecycle', which);
