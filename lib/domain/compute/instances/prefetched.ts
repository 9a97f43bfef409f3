import type { Context } from '#lib/domain/platform/context.ts';
import { prefetched } from '#lib/domain/platform/prefetch.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { isGone } from './find.ts';

/** Refuses as findInstance does, by the record that was read together with the caller: for what does not change it. */
export async function checkInstance({ principal, now }: Context, id: string): Promise<void> {
  const known = prefetched(principal, id);
  const record = known ? (known.record as InstanceRecord | undefined) : await getInstance(principal.account_id, id);
  if (!record || isGone(record, now)) throw notFound('instance', id);
}
