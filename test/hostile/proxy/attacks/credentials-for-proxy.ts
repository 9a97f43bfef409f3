import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'to have credentials for the proxy sent on to a site',
  async by({ site, say, heard }) {
    heard();
    await say(
      `GET http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic c2VjcmV0\r\nProxy-Connection: keep-alive\r\nTE: trailers\r\nKeep-Alive: timeout=5\r\nConnection: close\r\n\r\n`,
    );
    const [request = ''] = heard();
    expect(request).toMatch(/^GET \/ HTTP\/1.1/);
    expect(request).not.toMatch(/c2VjcmV0|^proxy-|^te:|^keep-alive:/im);
  },
};
