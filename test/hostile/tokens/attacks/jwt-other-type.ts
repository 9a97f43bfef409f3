import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token of the platform’s that is not an access token',
  async by({ genuine, refuses }) {
    for (const typ of ['JWT', 'rt+jwt', 'id+jwt', 'at+jws', '', null, undefined, 0, ['at+jwt']])
      await refuses(await genuine({ jti: `typ ${typ}` }, { typ }));
  },
};
