import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the loopback address within an address of IPv6',
  async by({ inner, tunnel, get }) {
    for (const host of [
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[::ffff:0:127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[0:0:0:0:0:ffff:7f00:0001]',
    ]) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
