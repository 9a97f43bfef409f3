import { expect } from 'vitest';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { invited } from '#test/support/accounts/teams.ts';

export const attack: Attack = {
  tries: 'the invite of somebody else',
  async by({ attacker }) {
    const other = await verified();
    const { token, id } = await invited(other, newEmail());
    const reply = await call(accept, { bearer: attacker.bearer, body: { token } });
    expect(reply.status).toBeOneOf([403, 404]);
    for (const guess of [id, `ivt_${id}`, token.slice(0, -1), `${token}x`, token.toUpperCase(), `${token} `]) {
      expect((await call(accept, { bearer: attacker.bearer, body: { token: guess } })).status).toBeOneOf([400, 404]);
    }
    expect(
      (await call(switchAccount, { bearer: attacker.bearer, body: { account_id: other.account_id } })).status,
    ).toBe(404);
  },
};
