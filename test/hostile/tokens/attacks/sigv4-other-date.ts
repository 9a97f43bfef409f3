import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signed request with another date, or from another time',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    const right = signed(list, key);
    const date = new Headers(right.headers).get('x-amz-date') ?? '';
    for (const other of [
      '',
      '20200101T000000Z',
      `${date.slice(0, 8)}T000000Z`,
      date.replace('Z', '+0530'),
      new Date().toISOString(),
      date.toLowerCase(),
      `${date},${date}`,
    ]) {
      await refused(call(list, { ...right, headers: { ...right.headers, 'x-amz-date': other, date: other } }));
    }
    for (const ahead of [-301, 301, -86_400, 86_400, 1e9]) await refused(call(list, signed(list, key, { ahead })));
    await refused(call(list, signed(list, key, { form: 'query', ahead: -901, expires: 604_800 })));
    await refused(call(list, signed(list, key, { form: 'query', ahead: 400, expires: 900 })));
  },
};
