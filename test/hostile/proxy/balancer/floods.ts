import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import { block, endHeaders, frame, kinds } from '#test/hostile/support/http2-frames.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const many = (one: Buffer, count = 20_000) => Array.from({ length: count }, () => one);

export const attack: Attack = {
  tries: 'floods of continuations, of settings and pings whose answers it does not read, and of empty data',
  async by({ line, heard }) {
    const begun = frame(kinds.headers, 1, block(fields({ ':method': 'POST' })), 0);
    const continuations = line();
    continuations.write(begun, ...many(frame(kinds.continuation, 1, block([['x-a', 'b']]))));
    await eventually(() => continuations.ended);
    expect(heard()).toEqual([]);

    const data = line();
    data.write(
      frame(kinds.headers, 1, block(fields({ ':method': 'POST' })), endHeaders),
      ...many(frame(kinds.data, 1)),
    );
    await eventually(() => data.ended);
    expect(heard().length).toBeLessThanOrEqual(1);

    for (const answered of [frame(kinds.settings, 0), frame(kinds.ping, 0, Buffer.alloc(8))]) {
      const deaf = line();
      await eventually(() => deaf.frames.length > 0);
      deaf.deafen();
      // More than the buffers of both ends hold, were each answered.
      for (let i = 0; i < 40 && !deaf.ended; i += 1) {
        deaf.write(...many(answered));
        await new Promise((done) => setImmediate(done));
      }
      await eventually(() => deaf.ended);
    }
  },
};
