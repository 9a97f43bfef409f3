import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { revokeSibling } from '#lib/store/identity/accounts.ts';
import { clearedCookies, currentSession } from './resource.ts';

/**
 * Ends one of the caller's sessions from its next request on; 404 for an ended session and for a session of another
 * user.
 */
export async function deleteSession(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  const own = await currentSession(context);
  const now = Math.floor(context.now.getTime() / 1000);
  return context.commit({
    writes: [revokeSibling(id, own, now, () => notFound('session', id))],
    reply: { id, deleted: true },
    ...(id === own.id && { cookies: clearedCookies() }),
  });
}
