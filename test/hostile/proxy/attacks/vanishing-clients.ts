import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'to end the proxy by connections that vanish at every moment',
  async by({ site, open, get }) {
    const parts = [
      'CONNECT public',
      `CONNECT public.test:${site} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nhello`,
      'GET http://public.test:1/ HTTP/1.1\r\nHost: x\r\n\r\n',
      '',
    ];
    for (const part of parts.flatMap((one) => [one, one, one])) {
      const socket = open();
      await new Promise((done) => socket.once('connect', done));
      socket.write(part, () => socket.resetAndDestroy());
      await new Promise((done) => socket.once('close', done));
    }
    expect(await get(`http://public.test:${site}/`)).toBe(200);
  },
};
