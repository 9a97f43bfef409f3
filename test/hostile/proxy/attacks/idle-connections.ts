import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'to keep others out by connections that say nothing',
  async by({ open, get, site }) {
    const idle: Socket[] = [];
    // No more at once than wait to be accepted: the kernel forgets what is beyond without a word.
    while (idle.length < 1100) {
      const some = Array.from({ length: 100 }, () => open().resume());
      await Promise.all(some.map((socket) => new Promise((done) => socket.once('connect', done))));
      idle.push(...some);
    }
    // One VPC has a share, and what is beyond it is turned away at once.
    await expect.poll(() => idle.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(1000);
    for (const socket of idle) socket.destroy();
    await expect.poll(() => get(`http://public.test:${site}/`)).toBe(200);
  },
};
