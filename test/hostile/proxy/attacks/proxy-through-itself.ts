import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'the proxy itself, from within a tunnel',
  async by({ open, tunnel }) {
    const entry = Number((open() as { remotePort?: number }).remotePort ?? 0);
    const socket = open();
    await new Promise((done) => socket.once('connect', done));
    const port = socket.remotePort ?? entry;
    socket.destroy();
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) expect(await tunnel(`${host}:${port}`)).toBe(403);
  },
};
