import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'two Host headers',
  async by({ inner, site, say, heard }) {
    heard();
    const answer = await say(
      `GET http://public.test:${site}/x HTTP/1.1\r\nHost: 127.0.0.1:${inner}\r\nHost: public.test\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 (200|400) /);
    for (const request of heard()) expect(request.match(/^host:.*$/gim)).toEqual([`host: public.test:${site}`]);
    // Which of a path and a Host is meant is not guessed.
    expect(await say(`GET /x HTTP/1.1\r\nHost: 127.0.0.1:${inner}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400 /,
    );
  },
};
