import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import { block, endHeaders, endStream, frame, kinds, number32 } from '#test/hostile/support/http2-frames.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const nothing = number32(0);

export const attack: Attack = {
  tries: 'thousands of requests that it makes the balancer reset (CVE-2025-8671)',
  async by({ line, heard, neighbour }) {
    const provocations = [
      (stream: number) => frame(kinds.window, stream, nothing),
      (stream: number) => frame(kinds.data, stream, Buffer.from('more'), endStream),
    ];
    for (const provoke of provocations) {
      const attacker = line();
      const asked = block(fields());
      for (let i = 0; i < 5_000 && !attacker.ended; i += 1) {
        const stream = 2 * i + 1;
        attacker.write(frame(kinds.headers, stream, asked, endHeaders | endStream), provoke(stream));
        if (i % 500 === 0) expect(await neighbour()).toBe(200);
      }
      await eventually(() => attacker.ended);
      expect(heard().length).toBeLessThan(1_500);
    }
  },
};
