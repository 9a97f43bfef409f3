import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { withClient } from '#test/hostile/machines/raw-ssh.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

export const attack: Attack = {
  tries: 'to have its programs run when a port of it is reached',
  needs: ['shared_kernel', 'perl', 'port_forwarding'],
  async by({ boot, driver, host }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'programs', 'library', 'modules');
    const said = await withClient(
      machine,
      (client) =>
        new Promise<string>((done) =>
          client.forwardOut('127.0.0.1', 1, machine.ip, 22, (error, stream) =>
            error ? done(error.message) : stream.once('data', (data: Buffer) => done(String(data).slice(0, 4))),
          ),
        ),
    );
    expect(said).toBe('SSH-');
    await traps.holdNobody();
    await driver.destroy(machine.id);
  },
};
