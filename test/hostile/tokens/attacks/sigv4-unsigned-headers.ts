import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'headers that count and were not signed',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    const right = signed(list, key);
    for (const [name, value] of [
      ['x-amz-security-token', 'x'],
      ['x-amz-target', 'x'],
      ['x-amz-content-sha256', 'UNSIGNED-PAYLOAD'],
      ['x-amz-expires', '1'],
      ['X-Amz-Meta-A', 'b'],
    ] as const) {
      await refused(call(list, { ...right, headers: { ...right.headers, [name]: value } }));
    }
    const without = (name: string) => right.headers.authorization?.replace('host;x-amz-date', name);
    for (const names of [
      'host',
      'x-amz-date',
      '',
      ';',
      'host;host;x-amz-date',
      'Host;X-Amz-Date',
      'x-amz-date;host',
      'host;x-amz-date;absent',
    ]) {
      await refused(call(list, { ...right, headers: { ...right.headers, authorization: without(names) } }));
    }
  },
};
