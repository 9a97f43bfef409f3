import type { Actor } from '#lib/domain/identity/sessions/actor.ts';
import { identityOf, knowHere } from '#lib/domain/identity/sessions/guesses.ts';
import { openSessionFor } from '#lib/domain/identity/sessions/open.ts';
import { askForCode, beginPending } from '#lib/domain/identity/sessions/pending.ts';
import { principalOf } from '#lib/domain/identity/sessions/principal.ts';
import type { Commit, PublicContext } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { CodeNeeded, PasswordNeeded } from '#lib/model/identity/mfa.ts';
import type { PasswordPolicy } from '#lib/model/identity/password-policy.ts';
import type { IamTokens } from '#lib/model/identity/user.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';
import { getPasswordPolicy } from '#lib/store/identity/password-policy.ts';
import type { Write } from '#lib/store/platform/write.ts';

export type IamActor = Extract<Actor, { type: 'iam' }>;

/**
 * Makes the only write to the user's record. It stores the time of the login if the login ends here. It makes no write
 * if nothing changes.
 */
export type Note = (seen: { last_login_at?: string }) => Write[];

/** How a session begins if the login ends here: the record to write, and the proof that the session will require. */
export interface Entry {
  note: Note;
  session_proof: string | undefined;
}

/** The next step after an IAM user's correct password, the first that applies: a new password, a code, or a session. */
export async function nextStep(
  context: PublicContext,
  actor: IamActor,
  entry: Entry,
): Promise<Commit<IamTokens | CodeNeeded | PasswordNeeded>> {
  const policy = await getPasswordPolicy(actor.account.account_id);
  if (!actor.user.password_reset_required && !isExpired(actor.user, policy, context.now)) {
    return afterPassword(context, actor, entry);
  }
  const { writes, ...token } = beginPending(context, actor, 'password');
  return {
    writes: [...entry.note({}), ...writes],
    reply: { password_reset_required: true, ...token },
    actor: principalOf(actor),
  };
}

/** The next step if the password need not be changed: a code, or a session. */
export async function afterPassword(
  context: PublicContext,
  actor: IamActor,
  { note, session_proof }: Entry,
): Promise<Commit<IamTokens | CodeNeeded>> {
  if (actor.user.mfa_enabled) {
    const asked = askForCode(context, actor);
    return { ...asked, writes: [...note({}), ...asked.writes] };
  }
  const { reply, ...session } = await openSessionFor(context, actor, { amr: ['pwd'], session_proof });
  const noted = note({ last_login_at: rfc3339(context.now) });
  const known = knowHere(context, identityOf(actor));
  return { ...session, reply: reply as IamTokens, writes: [...noted, ...session.writes, known] };
}

/** Whether the password is older than the account's password policy allows. */
function isExpired({ password_changed_at }: IamUserRecord, { max_age_days }: PasswordPolicy, now: Date): boolean {
  if (max_age_days === 0 || password_changed_at === null) return false;
  return Date.parse(password_changed_at) + max_age_days * 86_400_000 <= now.getTime();
}
