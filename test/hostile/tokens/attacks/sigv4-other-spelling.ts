import { expect } from 'vitest';
import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signed request in another spelling that a server reads in another way',
  async by({ attacker, keyOf }) {
    const key = await keyOf(attacker);
    const right = signed(list, key, { query: { name: 'a+b' } });
    const spelled = ['name=a b', 'name=a%20b', 'name=a+b', 'name=a%2Bb&', 'name=a%252Bb', 'name=a%2bb'];
    const answers = [];
    for (const rawQuery of spelled) {
      const reply = await call(list, { ...right, rawQuery });
      answers.push([rawQuery, reply.status, reply.headers['x-error-code']]);
    }
    // What was signed with a plus sign must not be read with a blank.
    for (const [rawQuery, status] of answers.slice(0, 2)) expect([rawQuery, status]).toEqual([rawQuery, 401]);
    expect(answers.find(([rawQuery]) => rawQuery === 'name=a%252Bb')?.[1]).toBe(401);
  },
};
