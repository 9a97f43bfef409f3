import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { rule } from '#test/lib/runtime/support/machine-spec.ts';

export const attack: Attack = {
  tries: 'to pass outbound rules by another port, or another spelling of it',
  async by({ site, restrict, tunnel, get }) {
    const machine = '127.0.9.2';
    restrict(machine, [rule('tcp', 443, 443), rule('udp', site, site)]);
    for (const port of [`${site}`, `0${site}`, '80', '22'])
      expect([port, await tunnel(`public.test:${port}`, machine)]).toEqual([port, 403]);
    expect(await get(`http://public.test:${site}/`, machine)).toBe(403);
    expect(await get('http://public.test/', machine)).toBe(403);
    restrict(machine, []);
    expect(await tunnel(`public.test:${site}`, machine)).toBe(403);
  },
};
