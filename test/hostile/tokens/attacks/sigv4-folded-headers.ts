import { expect } from 'vitest';
import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signed header whose blanks, commas or case are read in two ways',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    const right = signed(list, key, { headers: { 'x-amz-meta-note': 'a b' } });
    expect((await call(list, right)).status).toBeOneOf([200]);
    for (const note of ['a b,c', 'a', 'ab', 'a\u00a0b', 'A b', 'a, b', ''])
      await refused(call(list, { ...right, headers: { ...right.headers, 'x-amz-meta-note': note } }));
    await refused(call(list, { ...right, headers: { ...right.headers, 'x-amz-meta-note': undefined } }));
  },
};
