import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'ports that are none',
  async by({ tunnel, get }) {
    for (const port of [
      '0',
      '65536',
      '70000',
      '99999',
      '-1',
      '+22',
      '0x16',
      '2 2',
      '22a',
      '',
      '１２',
      '4294967318',
      '65558',
    ]) {
      expect([port, await tunnel(`public.test:${port}`)]).toEqual([port, expect.toSatisfy(refuses)]);
    }
    for (const port of ['0', '65536', '-1', '70000', '4294967376']) {
      expect([port, await get(`http://public.test:${port}/`)]).toEqual([port, expect.toSatisfy(refuses)]);
    }
  },
};
