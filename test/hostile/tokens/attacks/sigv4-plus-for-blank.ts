import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a request signed with a blank, sent with an encoded plus sign, or the other way (S9)',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    const blank = signed(list, key, { query: { name: 'a b' } });
    for (const rawQuery of ['name=a%2Bb', 'name=a%252Bb']) await refused(call(list, { ...blank, rawQuery }));
    const plus = signed(list, key, { query: { name: 'a+b' } });
    for (const rawQuery of ['name=a%20b', 'name=a b', 'name=a+b']) await refused(call(list, { ...plus, rawQuery }));
  },
};
