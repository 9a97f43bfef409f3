import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { refuses } from '#test/hostile/tenancy/refuses.ts';

export const attack: Attack = {
  tries: 'ids of the victim’s where another kind of thing is named',
  async by({ theirs, aims, ownParams, ask, leaks }) {
    const ids = Object.entries(theirs).filter(([, id]) => id !== '');
    const answers = await Promise.all(
      aims.flatMap(({ route, params }) =>
        ids.slice(0, 12).map(async ([, id]) => {
          const own = ownParams(route);
          const request = {
            params: Object.fromEntries(
              Object.entries(params).map(([name, given]) => [name, own[name] === given ? given : id]),
            ),
          };
          const reply = await ask(route, request);
          return { key: route.key, params: request.params, status: reply.status, leaks: leaks(reply, request) };
        }),
      ),
    );
    expect(answers.filter(({ key, status, leaks: told }) => !refuses(key, status, 400) || told.length > 0)).toEqual([]);
  },
};
