import type { Context } from '#lib/domain/platform/context.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { findElasticIp } from './find.ts';
import { toElasticIp } from './view.ts';

/** The caller's elastic IP; 404 where there is none of this id. */
export async function showElasticIp(context: Context, { id }: { id: string }): Promise<ElasticIp> {
  const record = await findElasticIp(context, id);
  return context.show(toElasticIp(record), record.version);
}
