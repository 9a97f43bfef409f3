import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the loopback address as one number: decimal, hexadecimal, octal',
  async by({ inner, tunnel, get }) {
    for (const host of ['2130706433', '0x7f000001', '017700000001', '0x7F000001', '02130706433']) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
