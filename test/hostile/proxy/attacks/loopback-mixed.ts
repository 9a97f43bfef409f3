import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the loopback address in parts of several bases',
  async by({ inner, tunnel, get }) {
    for (const host of ['0177.0.0.1', '0x7f.0.0.1', '0x7f.1', '127.0x1', '0177.0x0.0.01']) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
