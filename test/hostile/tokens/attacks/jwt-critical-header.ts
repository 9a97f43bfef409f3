import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token with extensions that must be understood, or a payload that is not encoded',
  async by({ genuine, forged, refuses }) {
    for (const head of [
      { crit: ['exp'] },
      { crit: ['x'], x: 1 },
      { crit: [] },
      { crit: 'b64', b64: false },
      { crit: ['b64'], b64: false },
      { crit: ['alg'] },
    ]) {
      await refuses(await genuine({ jti: 'another' }, head));
      await refuses(forged(head));
    }
  },
};
