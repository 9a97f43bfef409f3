import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'a header that hides in the path of a URL',
  async by({ site, get, heard }) {
    heard();
    for (const path of [
      '%0d%0aX-Injected:%201',
      '%0aX-Injected:1',
      'a%20HTTP/1.1%0d%0aX-Injected:1%0d%0a%0d%0a',
      '\u010d\u010aX-Injected:1',
    ])
      await get(`http://public.test:${site}/${path}`);
    const requests = heard();
    expect(requests.length).toBeGreaterThan(2);
    for (const request of requests) expect(request).not.toMatch(/^X-Injected/im);
  },
};
