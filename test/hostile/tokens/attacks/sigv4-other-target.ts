import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signed request at another host, path, query or by another method',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    for (const form of ['header', 'query'] as const) {
      const right = signed(list, key, { form, query: { limit: '5' } });
      const { headers, rawQuery } = right;
      const changes = [
        { headers: { ...headers, host: 'other.example' } },
        { headers: { ...headers, host: 'localhost:3001' } },
        { method: 'GET', path: '/compute/ssh-keys/x' },
        { method: 'GET', path: '/compute/vpcs' },
        { method: 'DELETE', path: '/compute/ssh-keys' },
        { method: 'HEAD', path: '/compute/ssh-keys' },
        { rawQuery: rawQuery.replace('limit=5', 'limit=200') },
        { rawQuery: `${rawQuery}&cursor=x` },
        { rawQuery: rawQuery.replace('limit=5', '') },
        { rawQuery: `limit=5&${rawQuery}` },
      ];
      for (const change of changes) await refused(call(list, { ...right, ...change }));
    }
  },
};
