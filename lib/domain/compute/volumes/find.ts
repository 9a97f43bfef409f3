import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';

/** The caller's volume; 404 where it is absent or another account's. */
export async function findVolume(context: Context, id: string): Promise<VolumeRecord> {
  const record = await getVolume(context.principal.account_id, id);
  if (!record) throw notFound('volume', id);
  return record;
}
