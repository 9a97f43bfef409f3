import { expect } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { newProof } from '#test/support/accounts/proof.ts';

export const attack: Attack = {
  tries: 'both cookies of a console, which a server at another port of its host was sent',
  async by({ victim, refuses, refused }) {
    const own = newProof();
    const thief = newProof();
    const { email, password, account_id } = victim;
    const body = { email, password, session_proof: own.session_proof };
    const first = (await call(login, { body, ip: newIp() })).body;
    const next = (
      await call(refresh, { body: { refresh_token: first.refresh_token }, headers: own.headers, ip: newIp() })
    ).body;
    for (const { access_token, refresh_token } of [first, next]) {
      await refuses(access_token);
      for (const headers of [{}, thief.headers, { 'x-svc-session-proof': own.session_proof }]) {
        const ways = [
          { bearer: access_token, headers, ip: newIp() },
          { cookies: { svc_access: access_token }, headers, ip: newIp() },
        ];
        for (const way of ways) {
          await refused(call(createVpc, { ...way, body: { name: 'taken' } }), 'invalid_token');
          await refused(call(switchAccount, { ...way, body: { account_id, session_proof: thief.session_proof } }));
          await refused(call(logout, { ...way, body: { all: true } }));
        }
        for (const given of [
          { body: { refresh_token } },
          { body: { refresh_token, session_proof: thief.session_proof } },
          { body: {}, cookies: { svc_refresh: refresh_token } },
          { body: { session_proof: thief.session_proof }, cookies: { svc_refresh: refresh_token } },
        ])
          await refused(call(refresh, { ...given, headers, ip: newIp() }), 'invalid_token');
      }
    }
    // Nor does a used token end the session, which would log its owner out.
    advanceClock(60);
    await refused(call(refresh, { body: { refresh_token: first.refresh_token }, ip: newIp() }));
    expect((await call(me, { bearer: next.access_token, headers: own.headers })).body.account_id).toBe(account_id);
  },
};
