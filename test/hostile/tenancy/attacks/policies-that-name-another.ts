import { expect } from 'vitest';
import { handler as createPolicy } from '#functions/auth/policies/create.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { documentOf, newIamCaller, newName } from '#test/support/accounts/iam.ts';

export const attack: Attack = {
  tries: 'a policy of its own that allows everything in the victim’s account',
  async by({ attacker, victim, everywhere }) {
    const resources = [
      `srn:compute:in-mum:${victim.account_id}:*`,
      `srn:*:*:${victim.account_id}:*`,
      'srn:*:*:*:*',
      '*',
    ];
    const policy_ids = [];
    for (const Resource of resources) {
      const body = { name: newName('policy'), document: documentOf({ Resource }) };
      const reply = await call(createPolicy, { bearer: attacker.bearer, body });
      if (reply.status === 201) policy_ids.push(reply.body.id);
    }
    expect(policy_ids.length).toBeGreaterThan(0);
    const user = await newIamCaller(attacker, { policy_ids });
    await everywhere(() => ({ bearer: user.bearer }));
  },
};
