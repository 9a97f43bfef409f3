import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { refuses } from '#test/hostile/tenancy/refuses.ts';

export const attack: Attack = {
  tries: 'ids that climb from its own things to the victim’s, or stand for all',
  async by({ victim, aims, ownParams, ask, leaks }) {
    const climbs = (own: string, id: string) => [
      `${own}/../${id}`,
      `../${id}`,
      `${own}#${id}`,
      `A#${victim.account_id}`,
      `${victim.account_id}#${id}`,
      '*',
      '..',
      `${own},${id}`,
      `${own}|${id}`,
      '__proto__',
    ];
    const shown = aims.filter(({ route }) => route.method === 'GET' || route.method === 'DELETE');
    for (let at = 0; at < 10; at += 1) {
      const answers = await Promise.all(
        shown.map(async ({ route, params }) => {
          const own = ownParams(route);
          const request = {
            params: Object.fromEntries(
              Object.entries(params).map(([name, id]) => [
                name,
                own[name] === id ? id : (climbs(own[name] ?? '', id)[at] ?? ''),
              ]),
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
