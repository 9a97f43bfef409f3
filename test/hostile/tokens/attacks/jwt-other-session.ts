import type { Attack } from '#test/hostile/tokens/ground.ts';
import { peek } from '#test/lib/drivers/tokens/forge.ts';

export const attack: Attack = {
  tries: 'a token that rests on the session or the key of another',
  async by({ victim, keyOf, genuine, refuses }) {
    const theirs = peek(victim.bearer).payload;
    const key = await keyOf(victim);
    const changes = [
      { sid: theirs.sid },
      { sid: undefined },
      { sid: 'ses-none' },
      { sid: '' },
      { sid: undefined, key_id: key.access_key_id },
      { key_id: key.access_key_id },
      { sid: undefined, key_id: key.access_key_id, typ: 'iam', username: 'alice' },
      { sid: '../x' },
    ];
    for (const changed of changes) await refuses(await genuine({ jti: JSON.stringify(changed), ...changed }));
  },
};
