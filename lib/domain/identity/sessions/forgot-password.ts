import { countAsked, throttleOf } from '#lib/domain/identity/mfa/throttle.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { hashToken, newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import { createResetToken } from '#lib/store/identity/codes.ts';

/** Seconds that a reset token is good for (contract 3.12). */
const lifetime = 3600;

/**
 * Has a link mailed with which a new password can be set. It does the same for every address, and looks none up: whether
 * somebody is registered under it is found out where mail is sent. 429 after five for an address from one IP in 15 minutes.
 */
export async function forgotPassword(
  context: PublicContext,
  { email }: { email: string },
): Promise<{ status: 'sent' }> {
  await context.claimed();
  await countAsked(throttleOf(context, `forgot-password ${email}`));
  const token = newOpaqueToken('rst');
  const expires = Math.floor(context.now.getTime() / 1000) + lifetime;
  return context.commit({
    writes: [createResetToken(hashToken(token), { email, used: false, expires })],
    letters: [{ kind: 'reset_password', to: email, token }],
    reply: { status: 'sent' },
  });
}
