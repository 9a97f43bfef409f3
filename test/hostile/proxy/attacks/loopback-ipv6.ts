import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the loopback address of IPv6 in its spellings',
  async by({ inner, tunnel, get }) {
    for (const host of ['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::0.0.0.1]', '[::1%lo]', '[::1%251]', '::1']) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
