import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'the victim’s account by the routes of operators',
  async by({ attacker, victim, operated, ask, leaks }) {
    expect(operated.length).toBeGreaterThan(20);
    for (const route of operated) {
      const params = { id: victim.account_id, address: '203.0.113.7' };
      const reply = await ask(route, { params });
      expect([route.key, reply.status, reply.body.error, leaks(reply, { params })]).toEqual([
        route.key,
        403,
        `account ${attacker.account_id} does not operate this platform`,
        [],
      ]);
    }
  },
};
