import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'to read the victim’s account by a parameter that says so',
  async by({ victim, routes, ownParams, ask, leaks }) {
    const reads = routes.filter(({ method, route }) => method === 'GET' && !route.public);
    for (const name of ['account_id', 'account', 'user_id', 'owner', 'tenant', 'pk']) {
      const answers = await Promise.all(
        reads.map(async (route) => {
          const request = { params: ownParams(route), query: { [name]: victim.account_id } };
          const reply = await ask(route, request);
          return { key: route.key, name, status: reply.status, leaks: leaks(reply, request) };
        }),
      );
      expect(answers.filter(({ status, leaks: told }) => ![400, 404, 409].includes(status) || told.length > 0)).toEqual(
        [],
      );
    }
  },
};
