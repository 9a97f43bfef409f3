import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getVpc, type VpcRecord } from '#lib/store/compute/vpcs.ts';

/** The caller's VPC; 404 where it is absent or another account's. */
export async function findVpc(context: Context, id: string): Promise<VpcRecord> {
  const record = await getVpc(context.principal.account_id, id);
  if (!record) throw notFound('vpc', id);
  return record;
}
