import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'a rehearsal of every route that has one, under the victim’s ids',
  async by({ everywhere }) {
    await everywhere(({ route }) => (route.route.dryRun ? { query: { dry_run: 'true' } } : null));
  },
};
