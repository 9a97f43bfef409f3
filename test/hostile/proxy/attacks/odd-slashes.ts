import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'slashes, backslashes and hashes that move the end of the host',
  async by({ inner, get }) {
    const urls = [
      `http://127.0.0.1:${inner}\\@public.test/`,
      `http:\\\\127.0.0.1:${inner}/`,
      `http:127.0.0.1:${inner}`,
      `http:///127.0.0.1:${inner}/`,
      `http://127.0.0.1:${inner}#@public.test/`,
      `http://127.0.0.1:${inner}?@public.test/`,
      `http://127.0.0.1:${inner};@public.test/`,
      `HtTp://127.0.0.1:${inner}/`,
    ];
    for (const url of urls) expect([url, await get(url)]).toEqual([url, expect.toSatisfy(refuses)]);
  },
};
