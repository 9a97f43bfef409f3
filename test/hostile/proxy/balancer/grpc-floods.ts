import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import { block, endHeaders, endStream, frame, kinds, number32 } from '#test/hostile/support/http2-frames.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const many = (one: Buffer, count = 20_000) => Array.from({ length: count }, () => one);
const status = block([[':status', '200']]);
const endless = block([['x-a', 'b'.repeat(1_000)]]);
const nothing = Buffer.alloc(8);

/** What a backend sends to each stream. None of it is an answer that ends. */
const floods: Record<string, (stream: number) => readonly Buffer[]> = {
  'connections that it gives up': () => many(frame(kinds.goaway, 0, nothing)),
  'settings and pings': () => [...many(frame(kinds.settings, 0)), ...many(frame(kinds.ping, 0, nothing))],
  hints: (stream) => [
    ...many(frame(kinds.headers, stream, block([[':status', '103']]), endHeaders)),
    frame(kinds.headers, stream, status, endHeaders | endStream),
  ],
  'a head without an end': (stream) => [
    frame(kinds.headers, stream, status),
    ...many(frame(kinds.continuation, stream, endless), 2_000),
  ],
  'trailers without an end': (stream) => [
    frame(kinds.headers, stream, status, endHeaders),
    frame(kinds.headers, stream, endless, endStream),
    ...many(frame(kinds.continuation, stream, endless), 2_000),
  ],
  promises: (stream) => many(frame(5, stream, Buffer.concat([number32(2), block(fields())]), endHeaders), 100),
};

export const attack: Attack = {
  tries: 'calls of gRPC to a backend that floods',
  async by({ calls }) {
    for (const [what, flood] of Object.entries(floods)) {
      const { line } = await calls(flood);
      const caller = line();
      caller.write(frame(kinds.headers, 1, block(fields()), endHeaders | endStream));
      const settled = () =>
        caller.frames.some(({ type, flags, stream }) => stream === 1 && (type === kinds.reset || flags & endStream));
      await eventually(settled).catch(() => expect(what).toBe('settled'));
      // The client never sees what the backend made up.
      expect(caller.frames.length, what).toBeLessThan(50);
    }
  },
};
