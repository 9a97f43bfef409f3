import { expect } from 'vitest';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import { handlerOf, queryOf } from '#test/contract/samples.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { newIamCaller } from '#test/support/accounts/iam.ts';

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
