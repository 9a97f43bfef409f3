import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { refuses } from '#test/hostile/tenancy/refuses.ts';

export const attack: Attack = {
  tries: 'ids of the victim’s in other spellings',
  async by({ aims, theirs, ask, leaks }) {
    const spellings = [
      (id: string) => id.toUpperCase(),
      (id: string) => `${id} `,
      (id: string) => `${id}\0`,
      (id: string) => `${id}.`,
      (id: string) => encodeURIComponent(`${id}/`),
      (id: string) => `%20${id}`,
    ];
    for (const spell of spellings) {
      const answers = await Promise.all(
        aims.map(async ({ route, params }) => {
          const request = {
            params: Object.fromEntries(
              Object.entries(params).map(([name, id]) => [name, Object.values(theirs).includes(id) ? spell(id) : id]),
            ),
          };
          const reply = await ask(route, request);
          return { key: route.key, params: request.params, status: reply.status, leaks: leaks(reply, request) };
        }),
      );
      expect(answers.filter(({ key, status, leaks: told }) => !refuses(key, status, 400) || told.length > 0)).toEqual(
        [],
      );
    }
  },
};
