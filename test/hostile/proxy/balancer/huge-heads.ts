import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import type { Fields } from '#test/hostile/support/http2-frames.ts';

export const attack: Attack = {
  tries: 'heads that are too large: one value, many fields, many parts of a cookie',
  async by({ ask, heard }) {
    const many = (name: (i: number) => string, count: number, value: string): Fields =>
      Array.from({ length: count }, (_, i) => [name(i), value]);
    const heads: Fields[] = [
      [...fields(), ['x-long', 'x'.repeat(16_380)]],
      [...fields({ ':path': `/${'x'.repeat(16_380)}` })],
      [...fields(), ...many((i) => `x-${i}`, 1_100, '')],
      [...fields(), ...many(() => 'cookie', 1_100, 'a=b')],
      [...fields(), ...many(() => 'cookie', 900, 'a=bcdefghijklmnopq')],
    ];
    const answers = [];
    for (const head of heads) answers.push(await ask(head));
    // 431 has no number in HPACK. 200 and 400 have.
    expect(answers.filter((answer) => answer !== 'answered' && answer !== 'refused')).toEqual([]);
    expect(heard()).toEqual([]);
  },
};
