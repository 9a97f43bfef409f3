import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a public site that sends it on to a private one',
  async by({ inner, site, get, answerWith, reached }) {
    answerWith(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${inner}/\r\nContent-Length: 0\r\n\r\n`);
    expect(await get(`http://public.test:${site}/`)).toBe(302);
    answerWith(
      `HTTP/1.1 307 On\r\nLocation: http://localhost:${inner}/\r\nRefresh: 0;url=http://127.0.0.1:${inner}/\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(await get(`http://public.test:${site}/`)).toBe(307);
    expect(reached()).toBe(0);
  },
};
