import type { Context } from '#lib/domain/platform/context.ts';
import type { Volume } from '#lib/model/compute/volume.ts';
import { findVolume } from './find.ts';
import { toVolume } from './view.ts';

/** The caller's volume; 404 where there is none of this id. */
export async function showVolume(context: Context, { id }: { id: string }): Promise<Volume> {
  const record = await findVolume(context, id);
  return context.show(toVolume(record), record.version);
}
