import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Vpc } from '#lib/model/compute/vpc.ts';
import { updateVpc as changeVpc } from '#lib/store/compute/vpcs.ts';
import { claimName, findVpc, freeName, toVpc } from './resource.ts';

interface UpdateInput {
  id: string;
  name?: string | undefined;
  description?: string | null | undefined;
  tags?: Record<string, string> | undefined;
}

/**
 * Changes a VPC's name, description or tags; null clears the description. 409 where another VPC has the name, 412 for
 * a stale If-Match.
 */
export function updateVpc(context: Context, { id, ...input }: UpdateInput): Promise<Vpc> {
  return retryOnConflict(async () => {
    const record = await findVpc(context, id);
    context.match(record.version);
    const { name = record.name, description = record.description, tags = record.tags ?? {} } = input;
    const isTagged = JSON.stringify(tags) === JSON.stringify(record.tags ?? {});
    if (name === record.name && description === record.description && isTagged) {
      return context.commit({ writes: [], reply: toVpc(record), version: record.version });
    }
    const next = { ...record, name, description, tags, updated_at: rfc3339(context.now), version: record.version + 1 };
    return context.commit({
      writes: [
        ...(name === record.name ? [] : [claimName(record, name), freeName(record, record.name)]),
        changeVpc(record, { name, description, tags, updated_at: next.updated_at }),
      ],
      reply: toVpc(next),
      version: next.version,
    });
  });
}
