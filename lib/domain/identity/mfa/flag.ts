import type { Actor } from '#lib/domain/identity/sessions/actor.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { flagUserMfa } from '#lib/store/identity/accounts.ts';
import { changeIamUser } from '#lib/store/identity/iam-users.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** Notes on somebody's own record whether their logins need a code. */
export function flagMfa(actor: Actor, mfa_enabled: boolean, now: Date): Write {
  const change = { mfa_enabled, updated_at: rfc3339(now) };
  return actor.type === 'iam' ? changeIamUser(actor.user, change) : flagUserMfa(actor.user, change);
}
