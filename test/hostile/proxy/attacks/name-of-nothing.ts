import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'a name without an address, of rubbish, or of ten thousand characters',
  async by({ inner, names, tunnel }) {
    names.set('empty.test', [[]]);
    names.set('odd.test', [['not an address', '', '127.0.0.1 ']]);
    for (const host of ['empty.test', 'odd.test', 'x'.repeat(10_000), '-', '..', 'a..b', '*', '_']) {
      expect(await tunnel(`${host}:${inner}`)).toSatisfy(refuses);
    }
  },
};
