import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'HEAD of everything that the victim has',
  async by({ everywhere }) {
    await everywhere(({ route }) => (route.method === 'GET' ? { method: 'HEAD' } : null));
  },
};
