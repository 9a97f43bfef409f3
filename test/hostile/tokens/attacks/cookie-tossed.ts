import { expect } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { newProof } from '#test/support/accounts/proof.ts';

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
    // Browsers send the cookie of the longer path first: neither counts where nothing tells them apart.
    await refused(ask(`svc_access=${victim.bearer}; svc_access=${attacker.bearer}`), 'invalid_token');
    await refused(ask(`svc_access=${attacker.bearer}; svc_access=${victim.bearer}`), 'invalid_token');
    const { session_proof, headers } = newProof();
    const { email, password } = victim;
    const { access_token } = (await call(login, { body: { email, password, session_proof }, ip: newIp() })).body;
    for (const cookies of [
      [access_token, attacker.bearer],
      [attacker.bearer, access_token],
    ]) {
      const cookie = cookies.map((token) => `svc_access=${token}`).join('; ');
      const own = await call(me, { headers: { cookie, ...headers }, ip: newIp() });
      expect(own.body.account_id).toBe(victim.account_id);
    }
    // Not even alone, in the page of the victim.
    await refused(call(me, { headers: { cookie: `svc_access=${attacker.bearer}`, ...headers }, ip: newIp() }));
    const header = await call(me, {
      bearer: attacker.bearer,
      headers: { cookie: `svc_access=${victim.bearer}` },
      ip: newIp(),
    });
    expect(header.body.account_id).toBe(attacker.account_id);
  },
};
