import { handler as me } from '#functions/auth/sessions/me.ts';
import { newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { invited } from '#test/support/accounts/teams.ts';

export const attack: Attack = {
  tries: 'invites, reset tokens, tickets and keys where an access token belongs',
  async by({ attacker, keyOf, refuses, refused }) {
    const { token } = await invited(attacker, newEmail());
    const { access_key_id, secret_key } = await keyOf(attacker);
    for (const text of [
      token,
      access_key_id,
      secret_key,
      `${access_key_id}:${secret_key}`,
      'svc',
      attacker.password,
      attacker.user.id,
      attacker.account_id,
    ])
      await refuses(text);
    for (const authorization of [
      `Basic ${Buffer.from(`${access_key_id}:${secret_key}`).toString('base64')}`,
      `Token ${attacker.bearer}`,
      attacker.bearer,
      `Negotiate ${attacker.bearer}`,
      `Bearer`,
      `Bearer:${attacker.bearer}`,
    ]) {
      await refused(call(me, { headers: { authorization }, ip: newIp() }));
    }
  },
};
