import { expect } from 'vitest';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as deleteVpc } from '#functions/compute/vpcs/delete.ts';
import { handler as showVpc } from '#functions/compute/vpcs/show.ts';
import { call } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { joined } from '#test/support/accounts/teams.ts';

export const attack: Attack = {
  tries: 'from a team that it is a viewer of into what it administers, and back',
  async by() {
    const host = await verified();
    const { bearer, person } = await joined(host, 'viewer');
    const own = await expectStatus(201, call(createVpc, { bearer: person.bearer, body: { name: 'own' } }));
    const theirs = await expectStatus(201, call(createVpc, { bearer: host.bearer, body: { name: 'team' } }));
    expect((await call(showVpc, { bearer, params: { id: own.id } })).status).toBe(404);
    expect((await call(showVpc, { bearer: person.bearer, params: { id: theirs.id } })).status).toBe(404);
    expect((await call(showVpc, { bearer, params: { id: theirs.id } })).status).toBe(200);
    expect((await call(deleteVpc, { bearer, params: { id: theirs.id } })).status).toBe(403);
    expect((await call(deleteVpc, { bearer, params: { id: own.id } })).status).toBe(403);
    expect((await call(deleteVpc, { bearer: person.bearer, params: { id: theirs.id } })).status).toBe(404);
  },
};
