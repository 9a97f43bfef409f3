import { expect } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as switchAccount } from '#functions/auth/sessions/switch-account.ts';
import { handler as remove } from '#functions/auth/team/remove.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { joined } from '#test/support/accounts/teams.ts';

export const attack: Attack = {
  tries: 'the token of somebody who was removed from a team',
  async by({ attacker, refused }) {
    const { person, member_id, bearer } = await joined(attacker, 'admin');
    expect((await call(me, { bearer })).body.account_id).toBe(attacker.account_id);
    await expectStatus(200, call(remove, { bearer: attacker.bearer, params: { id: member_id } }));
    await refused(call(me, { bearer }));
    expect(
      (await call(switchAccount, { bearer: person.bearer, body: { account_id: attacker.account_id } })).status,
    ).toBe(404);
    expect((await call(me, { bearer: person.bearer })).body.account_id).toBe(person.account_id);
  },
};
