import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'to end the proxy by what a site of its own answers',
  async by({ site, say, get, answerWith }) {
    const answers = [
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
      'HTTP/1.1 200 O\0K\r\n\r\n',
      `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300_000)}\r\n\r\n`,
      'HTTP/1.1 999 \x01\r\nX Y: z\r\n\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000),
      'HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello',
      '\0'.repeat(1000),
      '',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx',
      'HTTP/1.1 200 OK\r\nSet-Cookie: a\rb\r\n\r\n',
      'HTTP/1.1 200 \xff\xff\r\nX: \xff\r\nContent-Length: 0\r\n\r\n',
    ];
    for (const answer of answers) {
      answerWith(answer);
      await say(`GET http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      answerWith(null);
      expect([answer.slice(0, 40), await get(`http://public.test:${site}/`)]).toEqual([answer.slice(0, 40), 200]);
    }
  },
};
