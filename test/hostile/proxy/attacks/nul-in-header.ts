import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a header with characters that end it for some readers',
  async by({ site, say, heard }) {
    const requests = ['\0', '\x01', '\x7f'].map(
      (odd) => `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nX-Odd: a${odd}b\r\nContent-Length: 0\r\n\r\n`,
    );
    requests.push(
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nX Odd: a\r\n\r\n`,
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\n: nameless\r\n\r\n`,
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nX\0: a\r\n\r\n`,
    );
    heard();
    const answers = await Promise.all(requests.map((request) => say(request)));
    expect(
      answers
        .map((answer) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0))
        .filter((status) => ![400, 0].includes(status)),
    ).toEqual([]);
    expect(answers.join('')).not.toContain('the host');
    expect(heard().join('')).not.toContain('127.0.0.1');
  },
};
