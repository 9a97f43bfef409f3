import type { Context } from '#lib/domain/platform/context.ts';
import type { Volume } from '#lib/model/compute/volume.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { toVolume } from './view.ts';

/** The volume once no operation is under way on it, or undefined while one is. */
export async function settledVolume(context: Context, { id }: Volume): Promise<Volume | undefined> {
  const record = await getVolume(context.principal.account_id, id);
  if (!record || record.operation) return undefined;
  return context.show(toVolume(record), record.version);
}
