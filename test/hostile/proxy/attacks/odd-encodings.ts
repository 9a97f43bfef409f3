import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'encodings that one reader takes for chunks and another does not',
  async by({ inner, site, say, heard }) {
    const hidden = `GET http://127.0.0.1:${inner}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    const odd = [
      'xchunked',
      'chunked, identity',
      'identity, chunked, identity',
      'chun\\x6bed',
      '"chunked"',
      'chunked;q=1',
      '\x0bchunked',
    ];
    const requests = odd.map(
      (encoding) =>
        `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\n${hidden}`,
    );
    requests.push(
      `POST http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
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
