import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'to be judged by the rules of another machine',
  async by({ site, restrict, say, tunnel }) {
    const [closed, free] = ['127.0.9.5', '127.0.9.6'];
    restrict(closed, []);
    const forged = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'Client-IP', 'X-Client-IP']
      .map((name) => `${name}: ${free}\r\n`)
      .join('');
    const answer = await say(`CONNECT public.test:${site} HTTP/1.1\r\nHost: x\r\n${forged}\r\n`, closed);
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
    expect(
      await say(`PROXY TCP4 ${free} 127.0.0.1 1 2\r\nCONNECT public.test:${site} HTTP/1.1\r\nHost: x\r\n\r\n`, closed),
    ).not.toMatch(/ 200 /);
    expect(await tunnel(`public.test:${site}`, free)).toBe(200);
  },
};
