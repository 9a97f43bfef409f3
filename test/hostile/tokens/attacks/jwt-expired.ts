import { advanceClock } from '#lib/testing/functions/clock.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token past its time, or with a time that never comes',
  async by({ attacker, genuine, refuses }) {
    const now = Math.floor(Date.now() / 1000);
    for (const exp of [
      now - 1,
      now,
      0,
      -1,
      undefined,
      null,
      `${now + 900}`,
      Number.POSITIVE_INFINITY,
      now + 900.5,
      [now + 900],
      true,
      Number.MAX_VALUE,
    ]) {
      await refuses(await genuine({ exp, jti: `exp ${exp}` }));
    }
    advanceClock(901);
    await refuses(attacker.bearer);
  },
};
