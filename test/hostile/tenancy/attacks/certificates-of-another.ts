import { expect } from 'vitest';
import { getCertificate } from '#lib/store/compute/certificates.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { newName } from '#test/support/accounts/iam.ts';

export const attack: Attack = {
  tries: 'to serve https with the victim’s certificate, and to keep it from being deleted',
  async by({ routes, victim, mine, theirs, ask, leaks }) {
    const id = theirs.certificates ?? '';
    const routeOf = (key: string) => routes.find((one) => one.key === key)!;
    const listeners = (...certificate_ids: (string | undefined)[]) => [
      { protocol: 'https', port: 8443, certificate_ids },
    ];
    const requests = [
      [routeOf('createLoadBalancer'), { body: { name: newName('lb'), listeners: listeners(id) } }],
      [routeOf('createLoadBalancer'), { body: { name: newName('lb'), listeners: listeners(mine.certificates, id) } }],
      [
        routeOf('updateLoadBalancer'),
        { params: { id: mine['load-balancers'] ?? '' }, body: { listeners: listeners(id) } },
      ],
    ] as const;
    for (const [route, request] of requests) {
      const reply = await ask(route, request);
      expect([reply.status, reply.body.error, leaks(reply, request)]).toEqual([404, `certificate ${id} not found`, []]);
    }
    expect((await getCertificate(victim.account_id, id))?.lb_ids).toBeUndefined();
    const own = await ask(routeOf('createLoadBalancer'), {
      body: { name: newName('lb'), listeners: listeners(mine.certificates) },
    });
    expect(own.status).toBe(201);
  },
};
