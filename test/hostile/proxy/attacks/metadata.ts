import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'the address of the metadata service, in its spellings and names',
  async by({ inner, tunnel, get }) {
    for (const host of [
      '169.254.169.254',
      '0xa9fea9fe',
      '2852039166',
      '[::ffff:169.254.169.254]',
      '[fd00:ec2::254]',
      '[fe80::a9fe:a9fe]',
      '0251.0376.0251.0376',
      '169.254.170.2',
    ]) {
      const answers = { host, tunnel: await tunnel(`${host}:${inner}`), get: await get(`http://${host}:${inner}/`) };
      expect(answers).toEqual({ host, tunnel: expect.toSatisfy(refuses), get: expect.toSatisfy(refuses) });
    }
  },
};
