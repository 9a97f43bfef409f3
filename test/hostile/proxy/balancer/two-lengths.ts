import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import { endStream, frame, kinds } from '#test/hostile/support/http2-frames.ts';

const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

export const attack: Attack = {
  tries: 'lengths that are not those of the body',
  async by({ ask, heard, neighbour }) {
    const post = (length: string) => fields({ ':method': 'POST', 'content-length': length });
    const body = (text: string) => [frame(kinds.data, 1, Buffer.from(text), endStream)];
    for (const length of ['0', '5', '+5', '-1', '0x22', '34, 0', '99999999999999999999', '']) {
      await ask(post(length), body(hidden));
      expect(await neighbour()).toBe(200);
      expect(heard().filter((text) => text.includes('/hidden'))).toEqual([]);
    }
    expect(await ask([...post(`${hidden.length}`), ['content-length', '0']], body(hidden))).toBe('refused');
    expect(await ask([...post('5')])).toBe('refused');
    expect(heard()).toEqual([]);
    // What is missing of a body is not taken from the next request.
    await ask(post('50'), body('short'));
    for (let i = 0; i < 5; i += 1) expect(await neighbour()).toBe(200);
    expect(heard().filter((text) => text.includes('/neighbour'))).toEqual([]);
    // A control: with its true length the same bytes are a body.
    expect(await ask(post(`${hidden.length}`), body(hidden))).toBe('200');
    const [sent = ''] = heard();
    expect(sent).toMatch(new RegExp(`^POST / HTTP/1.1\r\n[^]*content-length: ${hidden.length}\r\n`, 'i'));
  },
};
