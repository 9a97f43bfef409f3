import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'to be in the victim’s account by a header that says so',
  async by({ victim, routes, ownParams, ask, leaks, everywhere }) {
    const names = [
      'x-account-id',
      'x-svc-account',
      'x-amz-account-id',
      'x-forwarded-user',
      'x-user-id',
      'x-original-url',
      'x-rewrite-url',
      'x-http-method-override',
      'x-svc-principal',
      'x-amzn-oidc-identity',
    ];
    const headers = Object.fromEntries(names.map((name) => [name, victim.account_id]));
    const reads = routes.filter(
      ({ method, route, key }) => method === 'GET' && !route.public && key !== 'listAuditLogs',
    );
    const answers = await Promise.all(
      reads.map(async (route) => {
        const reply = await ask(route, { params: ownParams(route), headers });
        return { key: route.key, leaks: leaks(reply) };
      }),
    );
    expect(answers.filter(({ leaks: told }) => told.length > 0)).toEqual([]);
    await everywhere(() => ({ headers }));
  },
};
