import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { changeElasticIp } from '#lib/store/compute/elastic-ips.ts';
import { findElasticIp, toElasticIp } from './resource.ts';

interface UpdateInput {
  id: string;
  name?: string | null | undefined;
  tags?: Record<string, string> | undefined;
}

/** Changes the name or tags of an elastic IP in any status; null removes the name. 412 for a stale If-Match. */
export function updateElasticIp(context: Context, { id, ...input }: UpdateInput): Promise<ElasticIp> {
  return retryOnConflict(async () => {
    const record = await findElasticIp(context, id);
    context.match(record.version);
    const { name = record.name, tags = record.tags } = input;
    if (name === record.name && JSON.stringify(tags) === JSON.stringify(record.tags)) {
      return context.commit({ writes: [], reply: toElasticIp(record), version: record.version });
    }
    const next = { ...record, name, tags, updated_at: rfc3339(context.now) };
    return context.commit({
      writes: [changeElasticIp(record, next)],
      reply: toElasticIp(next),
      version: record.version + 1,
    });
  });
}
