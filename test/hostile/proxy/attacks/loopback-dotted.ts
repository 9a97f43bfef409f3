import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the loopback address with dots: 127.0.0.1, 127.1 and more',
  async by({ inner, tunnel, get }) {
    for (const host of ['127.0.0.1', '127.1', '127.0.1', '127.0.0.1.', '127.255.255.254', '127.000.000.001']) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
