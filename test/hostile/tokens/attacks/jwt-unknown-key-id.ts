import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token under a key id that is not there, or of another kind',
  async by({ header, forged, refuses }) {
    for (const kid of [
      'other',
      '',
      undefined,
      null,
      0,
      1,
      true,
      [],
      {},
      [header.kid],
      { toString: 'x' },
      'x'.repeat(2000),
    ])
      await refuses(forged({ kid }));
  },
};
