import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a header that goes on in the next line',
  async by({ inner, site, say, heard }) {
    const hidden = `GET http://127.0.0.1:${inner}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const requests = [
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nX-One: a\r\n Content-Length: 5\r\n\r\n${hidden}`,
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`,
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\n\tX-Two: b\r\n\r\n${hidden}`,
    ];
    heard();
    const answers = await Promise.all(requests.map((request) => say(request)));
    expect(
      answers
        .map((answer) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0))
        .filter((status) => ![400, 0, 200, 403].includes(status)),
    ).toEqual([]);
    expect(answers.join('')).not.toContain('the host');
    expect(heard().join('')).not.toContain('127.0.0.1');
  },
};
