import { expect } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a cookie of its own beside the victim’s, by another name, path or spelling',
  async by({ attacker, victim, refused }) {
    const ask = (cookie: string) => call(me, { headers: { cookie }, ip: newIp() });
    for (const cookie of [
      `SVC_ACCESS=${attacker.bearer}`,
      `svc_access2=${attacker.bearer}`,
      `x=1; =svc_access=${attacker.bearer}`,
      `__Host-svc_access=${attacker.bearer}`,
      `"svc_access=${attacker.bearer}"`,
      `svc_access="${attacker.bearer}"`,
    ])
      await refused(ask(cookie));
    // Browsers send the cookie of the longer path first; whichever counts, it is one of the two and never a mixture.
    const both = await ask(`svc_access=${victim.bearer}; svc_access=${attacker.bearer}`);
    expect(both.body.account_id).toBe(victim.account_id);
    const header = await call(me, {
      bearer: attacker.bearer,
      headers: { cookie: `svc_access=${victim.bearer}` },
      ip: newIp(),
    });
    expect(header.body.account_id).toBe(attacker.account_id);
  },
};
