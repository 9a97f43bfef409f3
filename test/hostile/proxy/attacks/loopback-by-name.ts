import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the names of the host itself',
  async by({ inner, tunnel, get }) {
    for (const host of [
      'localhost',
      'localhost.',
      'LOCALHOST',
      'LocalHost.',
      'ip6-localhost',
      'localhost.localdomain',
    ]) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
