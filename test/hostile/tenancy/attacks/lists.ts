import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'to find the victim’s things in any list or page of its own',
  async by({ routes, ownParams, ask, leaks }) {
    // The audit log tells what the attacker has asked for, and has an attack of its own.
    const reads = routes.filter(({ method, key }) => method === 'GET' && key !== 'listAuditLogs');
    const answers = await Promise.all(
      reads.map(async (route) => {
        const reply = await ask(route, { params: ownParams(route) });
        return { key: route.key, leaks: leaks(reply) };
      }),
    );
    expect(answers.length).toBeGreaterThan(40);
    expect(answers.filter(({ leaks: told }) => told.length > 0)).toEqual([]);
  },
};
