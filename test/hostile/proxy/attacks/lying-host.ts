import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a Host header that names another place than the URL',
  async by({ inner, site, say, heard }) {
    heard();
    for (const host of [`127.0.0.1:${inner}`, 'localhost', '169.254.169.254', 'a b', '']) {
      await say(`GET http://public.test:${site}/x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    }
    const requests = heard();
    expect(requests.length).toBeGreaterThan(2);
    for (const request of requests) expect(request.match(/^host:.*$/gim)).toEqual([`host: public.test:${site}`]);
  },
};
