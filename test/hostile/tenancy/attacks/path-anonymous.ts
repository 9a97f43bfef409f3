import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'every route under the victim’s ids without credentials',
  async by({ aims, ask, leaks }) {
    const answers = await Promise.all(
      aims
        .filter(({ route }) => !route.route.public)
        .map(async ({ route, params }) => {
          const request = { params, bearer: undefined };
          const reply = await ask(route, request);
          return { key: route.key, status: reply.status, leaks: leaks(reply, request) };
        }),
    );
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter(({ status, leaks: told }) => status !== 401 || told.length > 0)).toEqual([]);
  },
};
