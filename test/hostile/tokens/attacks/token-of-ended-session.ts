import { expect } from 'vitest';
import { handler as changePassword } from '#functions/auth/sessions/change-password.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as logout } from '#functions/auth/sessions/logout.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'tokens of a session that was ended: by logging out, by a new password, from elsewhere',
  async by({ refused }) {
    const out = await signedUp();
    await call(logout, { bearer: out.bearer, body: {} });
    const changed = await signedUp();
    const other = (await call(login, { body: { email: changed.email, password: changed.password }, ip: newIp() })).body;
    const body = { current_password: changed.password, new_password: 'quartz-lantern-57-meadow' };
    expect((await call(changePassword, { bearer: changed.bearer, body })).status).toBe(200);
    for (const bearer of [out.bearer, other.access_token]) await refused(call(me, { bearer }));
    for (const refresh_token of [out.refresh_token, other.refresh_token])
      await refused(call(refresh, { body: { refresh_token }, ip: newIp() }));
  },
};
