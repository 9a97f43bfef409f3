import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token whose time has not come',
  async by({ genuine, refuses }) {
    const now = Math.floor(Date.now() / 1000);
    for (const nbf of [now + 60, now + 1e9, `${now}`, null, {}])
      await refuses(await genuine({ nbf, jti: `nbf ${nbf}` }));
    for (const iat of [undefined, null, `${now}`, now + 0.5]) await refuses(await genuine({ iat, jti: `iat ${iat}` }));
  },
};
