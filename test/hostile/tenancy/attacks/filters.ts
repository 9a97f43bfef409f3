import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'the victim’s ids as filters of its own lists',
  async by({ routes, theirs, ownParams, ask, leaks }) {
    const reads = routes.filter(
      ({ method, route, key }) => method === 'GET' && !route.public && key !== 'listAuditLogs',
    );
    const answers = await Promise.all(
      reads.flatMap((route) => {
        const shape = (route.route.query as { shape?: object } | undefined)?.shape ?? {};
        const names = Object.keys(shape).filter(
          (name) => !['limit', 'cursor', 'sort', 'period', 'from', 'to'].includes(name),
        );
        return names.flatMap((name) =>
          Object.values(theirs)
            .slice(0, 12)
            .filter(Boolean)
            .map(async (id) => {
              const request = { params: ownParams(route), query: { [name]: id } };
              const reply = await ask(route, request);
              return {
                key: route.key,
                name,
                status: reply.status,
                leaks: leaks(reply, request),
                // Days and months of the billing summary stand beside its list of resources.
                rows: (reply.body.resources ?? Object.values(reply.body).find(Array.isArray))?.length ?? 0,
              };
            }),
        );
      }),
    );
    expect(answers.length).toBeGreaterThan(300);
    // Nothing of its own has such an id either: a row could only be the victim's.
    expect(
      answers.filter(
        ({ status, rows, leaks: told }) => status >= 500 || told.length > 0 || (status === 200 && rows > 0),
      ),
    ).toEqual([]);
  },
};
