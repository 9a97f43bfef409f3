import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a refresh token where an access token belongs, and the other way',
  async by({ attacker, victim, refuses, refused }) {
    await refuses(attacker.refresh_token);
    await refuses(victim.refresh_token.replace(/\..*/, attacker.refresh_token.replace(/.*\./, '.')));
    await refused(call(refresh, { body: { refresh_token: attacker.bearer.slice(0, 256) }, ip: newIp() }));
    await refused(call(refresh, { cookies: { svc_refresh: attacker.bearer }, body: {}, ip: newIp() }));
    await refused(call(refresh, { cookies: { svc_access: attacker.bearer }, body: {}, ip: newIp() }));
  },
};
