import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a refresh token that names the session of another',
  async by({ refused }) {
    // A session of the attacker and one of the victim. A request that names a session without having its token may end
    // that session, as after a theft.
    const [attacker, victim] = [await signedUp(), await signedUp()];
    const [, own = ''] = attacker.refresh_token.split('.');
    const [family = ''] = victim.refresh_token.split('.');
    for (const token of [
      `${family}.${own}`,
      `${family}.${'A'.repeat(43)}`,
      family,
      `${family}.`,
      `${family}.${own}.${own}`,
      `${attacker.refresh_token}\0`,
      `${attacker.refresh_token} `,
    ]) {
      await refused(call(refresh, { body: { refresh_token: token }, ip: newIp() }));
    }
  },
};
