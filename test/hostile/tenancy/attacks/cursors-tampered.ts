import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'cursors that it has altered, made itself, or taken from another list',
  async by({ routes, theirs, ask }) {
    // Without an action a list is the caller's own, as sessions are, and an access key has none.
    const paged = routes.filter(
      ({ method, route }) =>
        method === 'GET' &&
        !route.public &&
        route.action !== null &&
        'cursor' in ((route.query as { shape?: object } | undefined)?.shape ?? {}),
    );
    const vpcs = paged.find(({ key }) => key === 'listVpcs');
    if (!vpcs) throw new Error('there is no list of VPCs');
    const { next_cursor } = (await ask(vpcs, { query: { limit: '1' } })).body;
    expect((await ask(vpcs, { query: { limit: '1', cursor: next_cursor } })).status).toBe(200);
    const [payload, mac] = next_cursor.split('.');
    const own = Buffer.from(JSON.stringify([theirs.vpcs, 'default'])).toString('base64url');
    const cursors = [
      `${own}.${mac}`,
      `${payload}.${mac}x`,
      `${payload}.`,
      payload,
      `.${mac}`,
      '',
      '.',
      'null',
      Buffer.from('{}').toString('base64url'),
      `${payload}.${mac.slice(1)}`,
      `${own}.${'A'.repeat(43)}`,
      'x'.repeat(1024),
    ];
    for (const cursor of cursors)
      expect([cursor, (await ask(vpcs, { query: { limit: '1', cursor } })).status]).toEqual([cursor, 400]);
    for (const query of [{ sort: 'name' }, { name: 'x' }])
      expect((await ask(vpcs, { query: { limit: '1', cursor: next_cursor, ...query } })).status).toBe(400);
    for (const route of paged.filter(({ key, path }) => key !== 'listVpcs' && !path.includes('{'))) {
      expect([route.key, (await ask(route, { query: { cursor: next_cursor } })).status]).toEqual([route.key, 400]);
    }
  },
};
