import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'every route under the victim’s ids',
  async by({ everywhere }) {
    await everywhere(() => ({}));
  },
};
