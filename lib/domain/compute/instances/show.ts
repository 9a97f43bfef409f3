import type { Context } from '#lib/domain/platform/context.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { findInstance } from './find.ts';
import { toInstance } from './view.ts';

/** The caller's instance; 404 where there is none of this id. */
export async function showInstance(context: Context, { id }: { id: string }): Promise<Instance> {
  const record = await findInstance(context, id);
  return context.show(toInstance(record), record.version);
}
