import { isExpired } from '#lib/domain/identity/iam/passwords/expired.ts';
import type { Actor } from '#lib/domain/identity/sessions/actor.ts';
import { openSessionFor } from '#lib/domain/identity/sessions/open-for.ts';
import { askForCode, beginPending } from '#lib/domain/identity/sessions/pending.ts';
import { principalOf } from '#lib/domain/identity/sessions/principal.ts';
import type { Commit, PublicContext } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { CodeNeeded, PasswordNeeded } from '#lib/model/identity/mfa.ts';
import type { IamTokens } from '#lib/model/identity/user.ts';
import { getPasswordPolicy } from '#lib/store/identity/password-policy.ts';
import type { Write } from '#lib/store/platform/write.ts';

export type IamActor = Extract<Actor, { type: 'iam' }>;

/** The one write to the user's record, which notes the login where this is all of it; none where nothing changes. */
export type Note = (seen: { last_login_at?: string }) => Write[];

/** What an IAM user's right password leads to: a new password, a code, or a session, the first that is due. */
export async function nextStep(
  context: PublicContext,
  actor: IamActor,
  note: Note,
): Promise<Commit<IamTokens | CodeNeeded | PasswordNeeded>> {
  const policy = await getPasswordPolicy(actor.account.account_id);
  if (!actor.user.password_reset_required && !isExpired(actor.user, policy, context.now)) {
    return afterPassword(context, actor, note);
  }
  const { writes, ...token } = beginPending(context, actor, 'password');
  return {
    writes: [...note({}), ...writes],
    reply: { password_reset_required: true, ...token },
    actor: principalOf(actor),
  };
}

/** What follows where the password need not be changed, or has just been. */
export async function afterPassword(
  context: PublicContext,
  actor: IamActor,
  note: Note,
): Promise<Commit<IamTokens | CodeNeeded>> {
  if (actor.user.mfa_enabled) {
    const asked = askForCode(context, actor);
    return { ...asked, writes: [...note({}), ...asked.writes] };
  }
  const { reply, ...session } = await openSessionFor(context, actor, ['pwd']);
  const noted = note({ last_login_at: rfc3339(context.now) });
  return { ...session, reply: reply as IamTokens, writes: [...noted, ...session.writes] };
}
