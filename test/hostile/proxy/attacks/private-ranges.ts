import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'addresses of private networks',
  async by({ inner, tunnel, get }) {
    for (const host of [
      '10.0.0.1',
      '10.20.0.1',
      '172.16.0.1',
      '172.31.255.254',
      '192.168.0.1',
      '100.64.0.1',
      '198.18.0.1',
      '[fc00::1]',
      '[fd00::1]',
      '[fec0::1]',
    ]) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
