import { expect } from 'vitest';
import { handler as createPolicy } from '#functions/auth/policies/create.ts';
import { handler as simulate } from '#functions/auth/simulate/simulate.ts';
import { handler as listHosts } from '#functions/platform/list-hosts.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';
import { callerOf, documentOf, newIamCaller, newName } from '#test/support/accounts/iam.ts';

const patterns = [
  ...['*', '*:*', '*:List*', '?*:*', '*m:*', 'p*', 'p*:*', 'platfor?:*', 'plat*:ListHosts', '*:ListHosts', 'platform*'],
  ...['platform:*', 'PLATFORM:*', 'Platform:ListHosts', 'platform:List*', 'platform:?istHosts'],
];

export const attack: Attack = {
  tries: 'to reach what only operators may do, by policies with wildcards',
  async by({ attacker }) {
    const root = callerOf(attacker);
    const told: [string, number][] = [];
    for (const Action of patterns) {
      const body = { name: newName('policy'), document: documentOf({ Action: ['compute:*', Action] }) };
      const made = await root(createPolicy, { body });
      told.push([Action, made.status]);
      if (made.status !== 201) continue;
      const user = await newIamCaller(attacker, { policy_ids: [made.body.id] });
      expect([Action, (await user.call(listHosts)).status]).toEqual([Action, 403]);
      const question = { username: user.username, actions: ['platform:ListHosts', 'compute:ListVpcs'] };
      const { results } = (await root(simulate, { body: question })).body;
      expect(results.map(({ decision }: { decision: string }) => decision)).toEqual(['implicit_deny', 'allowed']);
    }
    // What names the service itself is refused to all but operators; what would name nothing else is no action.
    expect(told.filter(([Action]) => /^platform:/i.test(Action)).map(([, status]) => status)).toEqual(
      Array(5).fill(403),
    );
    expect(told.filter(([, status]) => status === 201).map(([Action]) => Action)).toEqual(
      expect.arrayContaining(['*', '*:*', '*:List*']),
    );
  },
};
