import { expect } from 'vitest';
import { handlerOf, queryOf } from '#test/contract/samples.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { call } from '#test/support/call.ts';
import { newIamCaller } from '#test/support/iam.ts';
import { signed } from '#test/support/sign.ts';

export const attack: Attack = {
  tries: 'every route under the victim’s ids, signed with a key of its own account',
  async by({ attacker, aims, leaks }) {
    const key = await newIamCaller(attacker, { policy_ids: ['AdministratorAccess'] });
    const reads = aims.filter(({ route }) => route.method === 'GET');
    for (const { route, params } of reads) {
      const request = signed(await handlerOf(route), key, { params, query: queryOf(route) });
      const reply = await call(await handlerOf(route), request);
      expect([route.key, reply.status, leaks(reply, request)]).toEqual([route.key, 404, []]);
    }
  },
};
