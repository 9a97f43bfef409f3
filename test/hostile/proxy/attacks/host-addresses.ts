import { hostname, networkInterfaces } from 'node:os';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: "every address of the host's own interfaces",
  async by({ inner, tunnel, get }) {
    const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address, family } of own) {
      const host = family === 'IPv6' ? `[${address}]` : address;
      expect([host, await tunnel(`${host}:${inner}`)]).toEqual([host, 403]);
      expect([host, await get(`http://${host}:${inner}/`)]).toEqual([host, 403]);
    }
    expect(await tunnel(`${hostname()}:${inner}`)).toBeOneOf([403, 502]);
  },
};
