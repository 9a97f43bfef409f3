import { expect } from 'vitest';
import { handler as addUser } from '#functions/auth/groups/add-user.ts';
import { handler as createGroup } from '#functions/auth/groups/create.ts';
import { handler as attachUser } from '#functions/auth/iam-users/attach-policy.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as updatePolicy } from '#functions/auth/policies/update.ts';
import { handler as listHosts } from '#functions/platform/list-hosts.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { callerOf, documentOf, expectStatus, newIamCaller, newName, newPolicy } from '#test/support/accounts/iam.ts';
import { newOperator, onLaptop } from '#test/support/accounts/operators.ts';
import { joined } from '#test/support/accounts/teams.ts';

export const attack: Attack = {
  tries: 'as an administrator of an operator’s account, to become one',
  async by() {
    const owner = await newOperator();
    try {
      const policy = await newPolicy(owner, { Action: 'platform:*' });
      const own = await newPolicy(owner, { Action: '*' });
      const group = newName('operators');
      await expectStatus(201, callerOf(owner)(createGroup, { body: { name: group, policy_ids: [policy] } }));
      const admin = await newIamCaller(owner, { policy_ids: [own] });
      const member = callerOf(await joined(owner, 'admin'));
      const { username } = admin;
      for (const as of [admin.call, member]) {
        const tries = [
          as(attachUser, { params: { username, policy_id: policy } }),
          as(addUser, { params: { name: group, username } }),
          as(createUser, { body: { username: newName(), policy_ids: [policy] } }),
          as(createUser, { body: { username: newName(), groups: [group] } }),
          as(updatePolicy, { params: { id: own }, body: { document: documentOf({ Action: ['*', 'platform:*'] }) } }),
        ];
        expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(tries.length).fill(403));
        expect((await as(listHosts)).status).toBe(403);
      }
    } finally {
      onLaptop(false);
    }
  },
};
