import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to have the socket of a forwarded agent made, or removed, somewhere else on the host',
  needs: ['agent_forwarding'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const socket = join(tmpdir(), `svc-agent-${randomUUID()}`);
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    try {
      await expect.poll(() => existsSync(socket)).toBe(true);
      const before = readFileSync(host.file, 'utf8');
      const { login, ssh } = machine;
      const swap = `[ -S "$SSH_AUTH_SOCK" ] && echo there; rm "$SSH_AUTH_SOCK"; ln -s ${host.file} "$SSH_AUTH_SOCK"; ln -s ${host.open} /tmp/x`;
      const env = { SSH_AUTH_SOCK: socket };
      for (const expected of ['there\n', 'there\n']) {
        expect((await ssh.run(login, swap, { options: ['-A'], env })).stdout).toBe(expected);
      }
      expect(readFileSync(host.file, 'utf8')).toBe(before);
      expect(host.planted()).toEqual([]);
    } finally {
      agent.kill();
    }
    await driver.destroy(machine.id);
  },
};
