import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import { block, endHeaders, frame, kinds, number32 } from '#test/hostile/support/http2-frames.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

export const attack: Attack = {
  tries: 'windows beyond 2^31 - 1 and increments of nothing',
  async by({ line, ask }) {
    const most = number32(0x7fffffff);
    for (const increments of [[most, most], [number32(0)]]) {
      const attacker = line();
      attacker.write(...increments.map((one) => frame(kinds.window, 0, one)));
      await eventually(() => attacker.ended);
      expect(attacker.frames.filter(({ type }) => type === kinds.goaway)).toHaveLength(1);
    }
    expect(await ask(fields({ ':method': 'POST' }), [frame(kinds.window, 1, most), frame(kinds.window, 1, most)])).toBe(
      'refused',
    );
    const attacker = line();
    attacker.write(frame(kinds.headers, 1, block(fields({ ':method': 'POST' })), endHeaders));
    attacker.write(frame(kinds.data, 3, Buffer.from('of no stream')));
    await eventually(() => attacker.ended);
  },
};
