import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'URLs that are no http',
  async by({ get }) {
    for (const url of [
      'https://public.test/',
      'ftp://public.test/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:25/_x',
      'unix:/run/x',
      'http+unix://%2frun/x',
      'data:,x',
      'ws://public.test/',
      'javascript:1',
      '//public.test/',
      'jar:http://public.test!/',
    ]) {
      expect([url, await get(url)]).toEqual([url, expect.toBeOneOf([0, 400])]);
    }
  },
};
