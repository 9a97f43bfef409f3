import { expect } from 'vitest';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as deleteGroup } from '#functions/auth/groups/delete.ts';
import { handler as showGroup } from '#functions/auth/groups/show.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as deleteUser } from '#functions/auth/iam-users/delete.ts';
import { handler as showUser } from '#functions/auth/iam-users/show.ts';
import { call } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { expectStatus, newName } from '#test/support/accounts/iam.ts';

export const attack: Attack = {
  tries: 'the victim’s users, groups and policies of the same name as its own',
  async by({ attacker }) {
    const name = newName('staff');
    const other = await verified();
    for (const owner of [attacker, other]) {
      await expectStatus(201, call(createGroup, { bearer: owner.bearer, body: { name } }));
      await expectStatus(201, call(createUser, { bearer: owner.bearer, body: { username: name } }));
    }
    await expectStatus(200, call(deleteGroup, { bearer: attacker.bearer, params: { name } }));
    await expectStatus(200, call(deleteUser, { bearer: attacker.bearer, params: { username: name } }));
    expect((await call(showGroup, { bearer: other.bearer, params: { name } })).status).toBe(200);
    expect((await call(showUser, { bearer: other.bearer, params: { username: name } })).status).toBe(200);
    expect((await call(showUser, { bearer: attacker.bearer, params: { username: name } })).status).toBe(404);
  },
};
