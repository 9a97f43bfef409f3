import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';
import { refuses } from '#test/hostile/proxy/refuses.ts';

export const attack: Attack = {
  tries: 'a place before the at-sign, or after it',
  async by({ inner, site, get, tunnel, heard }) {
    const places = [
      `public.test@127.0.0.1:${inner}`,
      `public.test:${site}@127.0.0.1:${inner}`,
      `x:y@localhost:${inner}`,
      `public.test%40127.0.0.1:${inner}`,
    ];
    for (const place of places) expect(await get(`http://${place}/`)).toSatisfy(refuses);
    for (const place of [`public.test@127.0.0.1:${inner}`, `127.0.0.1:${inner}@public.test:x`])
      expect(await tunnel(place)).toSatisfy(refuses);
    heard();
    expect(await get(`http://user:secret@public.test:${site}/`)).toBe(200);
    expect(heard().join('')).not.toMatch(/secret|authorization|@/i);
  },
};
