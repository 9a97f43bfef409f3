import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type ElasticIpRecord, getElasticIp } from '#lib/store/compute/elastic-ips.ts';

/** The caller's elastic IP; 404 where it is absent, released, or another account's. */
export async function findElasticIp(context: Context, id: string): Promise<ElasticIpRecord> {
  const record = await getElasticIp(context.principal.account_id, id);
  if (!record) throw notFound('elastic ip', id);
  return record;
}
