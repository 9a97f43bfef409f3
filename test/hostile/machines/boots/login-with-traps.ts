import type { Attack } from '#test/hostile/machines/ground.ts';
import { Traps } from '#test/hostile/machines/traps.ts';

export const attack: Attack = {
  tries: 'to have its programs run for a login before the login is locked in',
  needs: ['shared_kernel', 'perl'],
  async by({ boot, driver, host, ssh }) {
    const machine = await boot();
    const traps = await Traps.plant(machine, host, 'programs', 'library', 'modules');
    await machine.run('true', { tty: true });
    await machine.run('');
    const sftp = await ssh.start(machine.login, ['-s'], ['sftp']);
    sftp.stdin?.end();
    await new Promise((done) => sftp.once('close', done));
    await traps.holdNobody();
    await driver.destroy(machine.id);
  },
};
