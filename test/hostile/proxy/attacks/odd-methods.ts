import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'methods that ask the proxy about itself, or speak another protocol',
  async by({ inner, say }) {
    const lines = [
      'OPTIONS * HTTP/1.1',
      'TRACE / HTTP/1.1',
      'PRI * HTTP/2.0',
      'SSTP_DUPLEX_POST / HTTP/1.1',
      'GET / HTTP/0.9',
      'GET /',
      'CONNECT / HTTP/1.1',
      'CONNECT * HTTP/1.1',
      `get http://127.0.0.1:${inner}/ HTTP/1.1`,
      'HTTP/1.1 200 OK',
    ];
    for (const line of lines)
      expect([line, await say(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`)]).toEqual([
        line,
        expect.not.stringMatching(/^HTTP\/1.1 2/),
      ]);
    expect(await say(Buffer.from('16030100c8010000c40303', 'hex'))).toBe('');
    expect(await say(Buffer.from('050100', 'hex'))).toBe('');
    expect(await say(Buffer.from('0401005000000001781000', 'hex'))).toBe('');
  },
};
