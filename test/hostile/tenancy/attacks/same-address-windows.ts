import { expect } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type Reply } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { fixTime } from '#lib/testing/functions/fixed.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { someMachine } from '#test/support/compute/inside.ts';

const ip = '10.20.0.2';
const statusOf = ({ status }: Reply) => status;

export const attack: Attack = {
  tries: 'to use up the rate and the logins of the victim’s machine from one with its private address',
  async by({ attacker, victim }) {
    const mine = someMachine({ account_id: attacker.account_id });
    const theirs = someMachine({ account_id: victim.account_id });
    // Time stands still, so that everything falls into one second.
    using _ = fixTime(new Date(Date.now() + 2_000));
    const stray = (from: Call) =>
      call(login, { body: { email: newEmail(), password: 'wrong' }, ip, once: true, ...from }).then(statusOf);
    const flood = await Promise.all(Array.from({ length: 12 }, () => stray({ inside: mine })));
    expect(flood.sort()).toEqual([...Array(10).fill(401), 429, 429]);
    // A second machine of the attacker's has a window of its own, and so has a client outside.
    expect(await stray({ inside: { ...mine, instance_id: someMachine().instance_id } })).toBe(401);
    expect(await stray({})).toBe(401);
    expect(await stray({ inside: theirs })).toBe(401);
  },
};
