import type { Context } from '#lib/domain/platform/context.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { getElasticIp } from '#lib/store/compute/elastic-ips.ts';
import { toElasticIp } from './view.ts';

/** The elastic IP once its host has obeyed, or undefined while it has not. */
export async function settledElasticIp(context: Context, { id }: ElasticIp): Promise<ElasticIp | undefined> {
  const record = await getElasticIp(context.principal.account_id, id);
  if (!record || record.status === 'attaching' || record.status === 'detaching') return undefined;
  return context.show(toElasticIp(record), record.version);
}
