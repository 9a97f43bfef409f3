import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { leave } from './join.ts';
import { findMember, memberEvent, toMember } from './resource.ts';

/** Ends a membership. Its sessions are refused from the next request on. 403 for the owner. */
export function removeMember(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const record = await findMember(context, id);
    context.match(record.version);
    return context.commit({
      writes: [...leave(record), returnQuota(record.account_id, 'members')],
      announcements: [memberEvent('member_removed', toMember(record))],
      reply: { id, deleted: true as const },
    });
  });
}
