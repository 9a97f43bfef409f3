import { expect } from 'vitest';
import { handler as update } from '#functions/auth/access-keys/update.ts';
import { handler as exchange } from '#functions/auth/credentials/exchange.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { expectStatus, newIamCaller } from '#test/support/accounts/iam.ts';

export const attack: Attack = {
  tries: 'the token of a key that was switched off, and on again',
  async by({ attacker, refused }) {
    const user = await newIamCaller(attacker, { policy_ids: ['AdministratorAccess'] });
    const params = { username: user.username, id: user.access_key_id };
    const set = (status: string) =>
      expectStatus(200, call(update, { bearer: attacker.bearer, params, body: { status } }));
    await set('inactive');
    await refused(user.call(me));
    await set('active');
    await refused(user.call(me));
    const again = await call(exchange, {
      body: { access_key_id: user.access_key_id, secret_key: user.secret_key },
      ip: newIp(),
    });
    expect((await call(me, { bearer: again.body.access_token })).status).toBe(200);
  },
};
