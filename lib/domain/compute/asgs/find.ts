import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type AsgRecord, getAsg } from '#lib/store/compute/asgs.ts';

/** The caller's group; 404 where it is absent or another account's. */
export async function findAsg(context: Context, id: string): Promise<AsgRecord> {
  const record = await getAsg(context.principal.account_id, id);
  if (!record) throw notFound('auto scaling group', id);
  return record;
}
