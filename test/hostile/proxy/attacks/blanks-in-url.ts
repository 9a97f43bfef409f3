import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'tabs, line ends and blanks within a URL',
  async by({ inner, get }) {
    const urls = [
      `http://127.0.0.1\t:${inner}/`,
      `http://127.0.0.1 :${inner}/`,
      `\thttp://127.0.0.1:${inner}/`,
      `http://local\u00adhost:${inner}/`,
      `http://127.0.0.1\u200b:${inner}/`,
      `ht\ttp://127.0.0.1:${inner}/`,
    ];
    for (const url of urls) expect([url, await get(url)]).toEqual([url, expect.toSatisfy(refuses)]);
  },
};
