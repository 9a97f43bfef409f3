import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import { block, endHeaders, endStream, frame, kinds, number32 } from '#test/hostile/support/http2-frames.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const cancel = number32(8);

export const attack: Attack = {
  tries: 'thousands of requests that it resets at once (CVE-2023-44487)',
  async by({ line, heard, neighbour }) {
    // A control: a client that changes its mind now and then stays connected.
    const asked = block(fields());
    const asks = (stream: number) => [
      frame(kinds.headers, stream, asked, endHeaders | endStream),
      frame(kinds.reset, stream, cancel),
    ];
    const fickle = line();
    for (let i = 0; i < 100; i += 1) fickle.write(...asks(2 * i + 1));
    fickle.write(frame(kinds.headers, 201, asked, endHeaders | endStream));
    await eventually(() => fickle.frames.some(({ type, stream }) => type === kinds.headers && stream === 201));
    heard();

    const attacker = line();
    for (let i = 0; i < 5_000 && !attacker.ended; i += 1) {
      attacker.write(...asks(2 * i + 1));
      if (i % 500 === 0) expect(await neighbour()).toBe(200);
    }
    await eventually(() => attacker.ended);
    heard();

    // The same in turns, each when all of its requests have reached the backend.
    const patient = line();
    const held = block(fields({ ':path': '/held' }));
    let reached = 0;
    for (let sent = 0; sent < 3_000 && !patient.ended; sent += 50) {
      const streams = Array.from({ length: 50 }, (_, i) => 2 * (sent + i) + 1);
      patient.write(...streams.map((stream) => frame(kinds.headers, stream, held, endHeaders | endStream)));
      await eventually(() => {
        reached += heard().length;
        return reached >= sent + 50 || patient.ended;
      });
      patient.write(...streams.map((stream) => frame(kinds.reset, stream, cancel)));
    }
    await eventually(() => patient.ended);
    // nghttp2 lets a connection reset 1,000 streams, and 33 more in a second.
    expect(reached).toBeGreaterThan(500);
    expect(reached).toBeLessThan(2_000);
  },
};
