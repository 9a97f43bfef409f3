import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token of another issuer, or for another audience',
  async by({ genuine, refuses }) {
    for (const iss of ['evil', '', undefined, null, ['svc'], 'svc ', 'SVC', 'https://svc'])
      await refuses(await genuine({ iss, jti: `iss ${iss}` }));
    for (const aud of [
      'svc',
      '',
      undefined,
      null,
      [],
      ['other', 'svc-api'],
      ['svc-api'],
      'svc-api,x',
      { 0: 'svc-api' },
    ])
      await refuses(await genuine({ aud, jti: `aud ${aud}` }));
  },
};
