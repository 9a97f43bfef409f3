import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { PUBLIC } from '#test/hostile/proxy/ground.ts';
import { rule } from '#test/lib/runtime/support/machine-spec.ts';

export const attack: Attack = {
  tries: 'to pass outbound rules of IPv4 by IPv6',
  async by({ site, names, restrict, tunnel }) {
    const machine = '127.0.9.3';
    names.set('six.test', [['2606:4700::1111']]);
    restrict(machine, [rule('tcp', 1, 65_535, '0.0.0.0/0')]);
    expect(await tunnel(`six.test:${site}`, machine)).toBe(403);
    for (const host of ['[2606:4700::1111]', `[::ffff:${PUBLIC}]`, '[2002:7f4d:1::]'])
      expect([host, await tunnel(`${host}:${site}`, machine)]).toEqual([host, 403]);
    expect(await tunnel(`public.test:${site}`, machine)).toBe(200);
  },
};
