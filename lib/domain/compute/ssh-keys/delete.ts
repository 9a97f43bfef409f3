import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { removeSshKey } from '#lib/store/compute/ssh-keys.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { freeUnique } from '#lib/store/platform/uniques.ts';
import { findSshKey, freeName } from './resource.ts';

/** Deletes an SSH key. Machines that have it keep it. 412 for a stale If-Match. */
export function deleteSshKey(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const record = await findSshKey(context, id);
    context.match(record.version);
    return context.commit({
      writes: [
        removeSshKey(record),
        freeName(record, record.name),
        freeUnique(record.account_id, 'ssh-key-fingerprint', record.fingerprint, id),
        returnQuota(record.account_id, 'ssh_keys'),
      ],
      reply: { id, deleted: true as const },
    });
  });
}
