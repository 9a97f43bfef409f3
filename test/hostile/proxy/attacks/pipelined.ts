import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a second request behind an allowed one, which is judged by itself',
  async by({ inner, site, say }) {
    const first = `GET http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answer = await say(
      `${first}GET http://127.0.0.1:${inner}/ HTTP/1.1\r\nHost: public.test\r\nConnection: close\r\n\r\n`,
    );
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '403']);
  },
};
