import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'the cursor of the victim’s list for its own',
  async by({ routes, ask, leaks }) {
    const paged = routes.filter(
      ({ method, route }) =>
        method === 'GET' && !route.public && 'cursor' in ((route.query as { shape?: object } | undefined)?.shape ?? {}),
    );
    let tried = 0;
    for (const route of paged.filter(({ path }) => !path.includes('{'))) {
      const { body } = await ask(route, { query: { limit: '1' } }, 'victim');
      if (!body.next_cursor) continue;
      tried += 1;
      const reply = await ask(route, { query: { limit: '1', cursor: body.next_cursor } });
      expect([route.key, reply.status, reply.headers['x-error-code'], leaks(reply)]).toEqual([
        route.key,
        400,
        'invalid_cursor',
        [],
      ]);
    }
    expect(tried).toBeGreaterThan(2);
  },
};
