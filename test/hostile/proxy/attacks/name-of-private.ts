import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a name that resolves to a private address',
  async by({ inner, names, tunnel, get }) {
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      '::ffff:127.0.0.1',
      'fe80::1',
      '0.0.0.0',
    ]) {
      names.set('inner.test', [[address]]);
      expect([address, await tunnel(`inner.test:${inner}`), await get(`http://inner.test:${inner}/`)]).toEqual([
        address,
        403,
        403,
      ]);
    }
  },
};
