import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to have the socket of a forwarded agent made, or removed, somewhere else on the host',
  needs: ['agent_forwarding'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    // A login without an agent has no socket; one with an agent has it in a folder that is the guest's.
    const { login, ssh } = machine;
    const swap = [
      'socket=$SSH_AUTH_SOCK',
      '[ -S "$socket" ] && echo there',
      `rm "$socket"; ln -s ${host.file} "$socket"`,
      'mkdir -p /tmp/away; mount --bind /tmp/away /tmp 2>/dev/null',
    ].join('; ');
    const env = { SSH_AUTH_SOCK: '/nowhere' };
    expect((await ssh.run(login, swap, { options: ['-A'], env })).stdout).toBe('');
    expect(existsSync(host.file)).toBe(true);
    expect(host.planted()).toEqual([]);
    expect(await machine.out('echo served')).toBe('served\n');
    await driver.destroy(machine.id);
  },
};
