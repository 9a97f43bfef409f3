import type { Context } from '#lib/domain/platform/context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getSession, type SessionRecord } from '#lib/store/identity/accounts.ts';
import { over } from './actor.ts';

/** The session that the caller acts by, whose generation is their newest; 403 for who acts by an access key. */
export async function ownSession({ principal }: Context): Promise<SessionRecord> {
  const { session_id, name } = principal;
  if (session_id === null) {
    throw new ApiError(
      'access_denied',
      `user ${name} acts by an access key, which has no session; log in with a password`,
    );
  }
  const session = await getSession(session_id);
  if (!session) throw over();
  return session;
}
