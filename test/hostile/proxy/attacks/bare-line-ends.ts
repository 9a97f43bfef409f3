import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'lines that end in one character instead of two',
  async by({ inner, site, say, heard }) {
    const hidden = `GET http://127.0.0.1:${inner}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const requests = [
      `GET http://public.test:${site}/ HTTP/1.1\nHost: x\n\n${hidden}`,
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nX: a\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nX: a\rContent-Length: 0\r\n\r\n${hidden}`,
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nX: a\r\n\n${hidden}`,
    ];
    heard();
    const answers = await Promise.all(requests.map((request) => say(request)));
    expect(
      answers
        .map((answer) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0))
        .filter((status) => ![400, 0, 403].includes(status)),
    ).toEqual([]);
    expect(answers.join('')).not.toContain('the host');
    expect(heard().join('')).not.toContain('127.0.0.1');
  },
};
