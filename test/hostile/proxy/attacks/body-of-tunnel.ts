import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a body in the request for a tunnel, which is data of the tunnel and no request',
  async by({ inner, site, say, heard }) {
    heard();
    const body = `GET http://127.0.0.1:${inner}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answer = await say(
      `CONNECT public.test:${site} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${body}`,
    );
    const seen = heard();
    if (answer.startsWith('HTTP/1.1 200')) expect(seen).toEqual([body]);
    else expect([answer, seen]).toEqual(['', []]);
  },
};
