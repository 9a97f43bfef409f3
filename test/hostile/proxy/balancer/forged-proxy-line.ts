import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/balancer-ground.ts';

const signature = '\r\n\r\n\0\r\nQUIT\n';
const forged = [
  'PROXY TCP4 9.9.9.9 8.8.8.8 1 2\r\nhello',
  'PROXY UNKNOWN\r\nhello',
  `${signature}\x21\x11\0\x0c\x09\x09\x09\x09\x08\x08\x08\x08\0\x01\0\x02hello`,
];

export const attack: Attack = {
  tries: 'a PROXY header of its own before and behind that of the balancer',
  async by({ pass }) {
    for (const own of forged) {
      expect((await pass('none', own)).heard).toEqual([own]);
      const line = await pass('v1', own);
      expect(line.heard).toEqual([`PROXY TCP4 127.0.0.1 127.0.0.1 ${line.from} ${line.to}\r\n${own}`]);
      const { heard, from, to } = await pass('v2', own);
      const port = (one: number) => String.fromCharCode(one >> 8, one & 255);
      const addresses = `\x7f\0\0\x01\x7f\0\0\x01${port(from)}${port(to)}`;
      expect(heard).toEqual([`${signature}\x21\x11\0\x0c${addresses}${own}`]);
    }
  },
};
