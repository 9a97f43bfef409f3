import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import { endStream, frame, kinds } from '#test/hostile/support/http2-frames.ts';

export const attack: Attack = {
  tries: 'fields by which HTTP/1.1 frames a body or changes a connection',
  async by({ ask, heard }) {
    const body = [frame(kinds.data, 1, Buffer.from('0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n'), endStream)];
    const odd = [
      ['transfer-encoding', 'chunked'],
      ['transfer-encoding', 'identity'],
      ['connection', 'close, x-forwarded-for'],
      ['keep-alive', 'timeout=9'],
      ['proxy-connection', 'keep-alive'],
      ['upgrade', 'websocket'],
      ['te', 'trailers, chunked'],
      ['te', 'gzip'],
    ] as const;
    const answers = [];
    for (const field of odd) answers.push(await ask([...fields({ ':method': 'POST' }), field], body));
    expect(answers).toEqual(odd.map(() => 'refused'));
    expect(heard()).toEqual([]);
    // A control: chunks that the balancer writes hold the same bytes, which end nothing.
    expect(await ask(fields({ ':method': 'POST', te: 'trailers' }), body)).toBe('200');
    expect(heard()).toEqual([
      expect.stringMatching(/\r\nTransfer-Encoding: chunked\r\n.*\r\n\r\n[0-9a-f]+\r\n0\r\n\r\nGET/s),
    ]);
  },
};
