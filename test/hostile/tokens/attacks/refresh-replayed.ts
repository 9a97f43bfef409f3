import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a stolen refresh token, used after its owner has used it',
  async by({ refused }) {
    const person = await signedUp();
    const first = await call(refresh, { body: { refresh_token: person.refresh_token }, ip: newIp() });
    advanceClock(11);
    await refused(call(refresh, { body: { refresh_token: person.refresh_token }, ip: newIp() }));
    // The session that has the newer token is ended as well.
    await refused(call(refresh, { body: { refresh_token: first.body.refresh_token }, ip: newIp() }));
    for (const bearer of [person.bearer, first.body.access_token]) await refused(call(me, { bearer }));
  },
};
