import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the local addresses of elastic IPs and of other machines',
  async by({ inner, tunnel, get }) {
    for (const host of ['127.66.0.1', '127.66.1.2', '127.10.0.1', '127.77.0.3']) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
