import { expect } from 'vitest';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'to switch to an account that it does not belong to',
  async by({ attacker, victim }) {
    for (const account_id of [victim.account_id, '000000000000', '100000000000']) {
      expect((await call(switchAccount, { bearer: attacker.bearer, body: { account_id } })).status).toBe(404);
    }
    for (const account_id of [`${victim.account_id} `, [victim.account_id], { $ne: '' }, '*', '']) {
      expect((await call(switchAccount, { bearer: attacker.bearer, body: { account_id } })).status).toBe(400);
    }
  },
};
