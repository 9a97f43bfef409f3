import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { SshKey } from '#lib/model/compute/ssh-key.ts';
import { changeSshKey } from '#lib/store/compute/ssh-keys.ts';
import { claimName, findSshKey, freeName, toSshKey } from './resource.ts';

interface UpdateInput {
  id: string;
  name?: string | undefined;
  tags?: Record<string, string> | undefined;
}

/** Changes an SSH key's name or tags. 409 where another key has the name, 412 for a stale If-Match. */
export function updateSshKey(context: Context, { id, ...input }: UpdateInput): Promise<SshKey> {
  return retryOnConflict(async () => {
    const record = await findSshKey(context, id);
    context.match(record.version);
    const { name = record.name, tags = record.tags ?? {} } = input;
    if (name === record.name && JSON.stringify(tags) === JSON.stringify(record.tags ?? {})) {
      return context.commit({ writes: [], reply: toSshKey(record), version: record.version });
    }
    const next = { ...record, name, tags, updated_at: rfc3339(context.now), version: record.version + 1 };
    return context.commit({
      writes: [
        ...(name === record.name ? [] : [claimName(record, name), freeName(record, record.name)]),
        changeSshKey(record, next),
      ],
      reply: toSshKey(next),
      version: next.version,
    });
  });
}
