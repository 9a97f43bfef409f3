import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the loopback address in letters that are made into digits',
  async by({ inner, tunnel, get }) {
    for (const host of [
      '１２７.0.0.1',
      '127。0。0。1',
      '%31%32%37.0.0.1',
      '①②⑦.0.0.1',
      '127.0.0.1%00.public.test',
      '127.0.0.1%2f',
      'loc%61lhost',
    ]) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
