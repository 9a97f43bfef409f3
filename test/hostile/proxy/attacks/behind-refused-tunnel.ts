import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a request behind a tunnel that was refused',
  async by({ inner, site, say, heard }) {
    const behind = `GET http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    heard();
    const answer = await say(
      `CONNECT 127.0.0.1:${inner} HTTP/1.1\r\nHost: x\r\nContent-Length: ${behind.length}\r\n\r\n${behind}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
    expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
    expect(heard()).toEqual([]);
  },
};
