import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'every route under the victim’s ids, with an ETag that fits',
  async by({ everywhere }) {
    // Of two ids the first may be its own, of which the tag is not known.
    for (const tag of ['"v1"', '*', 'W/"v1"']) {
      await everywhere(({ route, params }) =>
        route.method === 'GET' || (tag !== '*' && Object.keys(params).length > 1)
          ? null
          : { headers: { 'if-match': tag } },
      );
    }
    await everywhere(({ route }) => (route.method === 'GET' ? { headers: { 'if-none-match': '"v1"' } } : null));
  },
};
