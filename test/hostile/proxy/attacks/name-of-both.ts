import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { PUBLIC } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a name with a private address among public ones',
  async by({ alone, site, names, tunnel, reached }) {
    names.set('both.test', [['127.0.0.1', PUBLIC, '::1']]);
    expect(await tunnel(`both.test:${site}`)).toBe(200);
    // Where only the private one listens, nothing answers.
    expect(await tunnel(`both.test:${alone}`)).toBe(502);
    expect(reached()).toBe(0);
  },
};
