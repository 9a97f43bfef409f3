import { countAttempt, throttleOf } from '#lib/domain/identity/mfa/throttle.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { hashToken, newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import { createResetToken } from '#lib/store/identity/codes.ts';

/** The lifetime of a reset token in seconds (contract 3.12). */
const lifetime = 3600;

/**
 * Mails a link that sets a new password. It does the same work for every address and looks none up: whether the address
 * is registered is checked only when the mail is sent. 429 after five requests for an address from one IP within 15
 * minutes.
 */
export async function forgotPassword(
  context: PublicContext,
  { email }: { email: string },
): Promise<{ status: 'sent' }> {
  await context.claimed();
  await countAttempt(throttleOf(context, `forgot-password ${email}`));
  const token = newOpaqueToken('rst');
  const expires = Math.floor(context.now.getTime() / 1000) + lifetime;
  return context.commit({
    writes: [createResetToken(hashToken(token), { email, used: false, expires })],
    letters: [{ kind: 'reset_password', to: email, token }],
    reply: { status: 'sent' },
  });
}
