import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'to have the proxy drop a header that a site relies on, or keep one that is its own',
  async by({ site, say, heard }) {
    heard();
    await say(
      `GET http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nConnection: close, host, content-length, cookie\r\nCookie: a=1\r\n\r\n`,
    );
    const [request = ''] = heard();
    expect(request.match(/^host: public\.test/gim)).toHaveLength(1);
    expect(request.match(/^connection:.*$/gim)).toEqual(['connection: close']);
  },
};
