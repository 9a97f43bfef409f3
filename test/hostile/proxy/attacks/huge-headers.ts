import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'headers without end',
  async by({ site, say, heard }) {
    const line = `X-${'a'.repeat(50)}: ${'b'.repeat(4000)}\r\n`;
    heard();
    const many = await say(`GET http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\n${line.repeat(50)}\r\n`);
    const long = await say(`GET http://public.test:${site}/${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const method = await say('A'.repeat(200_000));
    for (const answer of [many, long, method]) expect(answer).not.toMatch(/^HTTP\/1.1 2/);
    expect(heard()).toEqual([]);
  },
};
