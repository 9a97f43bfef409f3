import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { SshKey } from '#lib/model/compute/ssh-key.ts';
import { renameSshKey } from '#lib/store/compute/ssh-keys.ts';
import { claimName, findSshKey, freeName, toSshKey } from './resource.ts';

/** Renames an SSH key. 409 where another key has the name, 412 for a stale If-Match. */
export function updateSshKey(
  context: Context,
  { id, name }: { id: string; name?: string | undefined },
): Promise<SshKey> {
  return retryOnConflict(async () => {
    const record = await findSshKey(context, id);
    context.match(record.version);
    if (name === undefined || name === record.name) {
      return context.commit({ writes: [], reply: toSshKey(record), version: record.version });
    }
    const next = { ...record, name, updated_at: rfc3339(context.now), version: record.version + 1 };
    return context.commit({
      writes: [claimName(record, name), freeName(record, record.name), renameSshKey(record, name, next.updated_at)],
      reply: toSshKey(next),
      version: next.version,
    });
  });
}
