import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'authorities of a tunnel that name two places',
  async by({ inner, site, tunnel }) {
    const places = [
      `public.test:${site}:127.0.0.1:${inner}`,
      `127.0.0.1:${inner}#:${site}`,
      `http://127.0.0.1:${inner}`,
      `127.0.0.1:${inner}/public.test:${site}`,
      `[::1]:${inner}:80`,
      `[127.0.0.1]:${inner}`,
      `[[::1]]:${inner}`,
      `[localhost]:${inner}`,
      `127.0.0.1,public.test:${inner}`,
      `:${inner}`,
      `*:${inner}`,
      `[]:${inner}`,
    ];
    for (const place of places) expect([place, await tunnel(place)]).toEqual([place, expect.toSatisfy(refuses)]);
  },
};
