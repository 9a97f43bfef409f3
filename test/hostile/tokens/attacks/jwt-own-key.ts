import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token signed with a key of its own under the platform’s key id',
  async by({ victim, forged, refuses }) {
    await refuses(forged({}));
    await refuses(forged({}, { account_id: victim.account_id, sub: victim.user.id }));
  },
};
