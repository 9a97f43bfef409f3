import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { PUBLIC } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a name that is public when it is judged, and private when it is dialled',
  async by({ alone, names, tunnel, get, reached }) {
    names.set('rebinds.test', [[PUBLIC], ['127.0.0.1']]);
    expect(await tunnel(`rebinds.test:${alone}`)).toBe(502);
    expect(await tunnel(`rebinds.test:${alone}`)).toBe(403);
    names.set('rebinds.test', [[PUBLIC], ['127.0.0.1']]);
    expect(await get(`http://rebinds.test:${alone}/`)).toBe(502);
    expect(reached()).toBe(0);
  },
};
