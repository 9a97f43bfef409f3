import { expect } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { newProof } from '#test/support/accounts/proof.ts';

export const attack: Attack = {
  tries: 'what is near the secret of a session, or the secret where it does not belong',
  async by({ victim, refused }) {
    const { secret, session_proof, headers } = newProof();
    const { email, password } = victim;
    const { access_token: bearer } = (await call(login, { body: { email, password, session_proof }, ip: newIp() }))
      .body;
    for (const near of [
      session_proof,
      Buffer.from(session_proof, 'base64url').toString('hex'),
      `${secret}, ${secret}`,
      `${newProof().secret}, ${secret}`,
      `"${secret}"`,
      `${secret}=`,
      secret.slice(0, -1),
      secret.toUpperCase(),
      '',
      'undefined',
      'null',
      'x'.repeat(10_000),
    ])
      await refused(call(me, { bearer, headers: { 'x-svc-session-proof': near } }), 'invalid_token');
    for (const name of ['session-proof', 'session_proof', 'x-svc-session_proof', 'x-svc-proof'])
      await refused(call(me, { bearer, headers: { [name]: secret } }), 'invalid_token');
    await refused(call(me, { bearer, cookies: { 'x-svc-session-proof': secret, svc_session_proof: secret } }));
    await refused(call(me, { bearer, rawQuery: `session_proof=${secret}&X-Svc-Session-Proof=${secret}` }));
    const reply = await call(me, { bearer, headers });
    expect(reply.status).toBe(200);
    // And no reply tells it.
    expect(JSON.stringify(reply)).not.toContain(secret);
  },
};
