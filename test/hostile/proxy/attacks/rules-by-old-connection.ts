import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'to go on by an open connection after its rules were closed',
  async by({ site, restrict, open }) {
    const machine = '127.0.9.4';
    restrict(machine, null);
    const socket = open(machine);
    let said = '';
    socket.on('data', (data) => {
      said += String(data);
    });
    const ask = `GET http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.write(ask);
    await expect.poll(() => said).toContain('hello');
    restrict(machine, []);
    socket.write(ask);
    await expect.poll(() => said.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403']);
    socket.destroy();
  },
};
