import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token of its own session as another kind of principal',
  async by({ genuine, refuses }) {
    const changes = [
      { typ: 'iam', username: 'admin' },
      { typ: 'member' },
      { typ: 'service' },
      { typ: 'root', username: 'admin' },
      { typ: 'iam' },
      { typ: ['root'] },
      { typ: '' },
      { typ: 'ROOT' },
      { typ: undefined },
      { amr: 'otp' },
      { amr: [1] },
      { amr: undefined },
      { username: null },
      { jti: undefined },
    ];
    for (const changed of changes) await refuses(await genuine({ jti: JSON.stringify(changed), ...changed }));
  },
};
