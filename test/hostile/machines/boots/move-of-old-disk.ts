import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { makeOldSnapshot } from '#test/lib/runtime/support/old-machine.ts';

/** Folders in which the host makes files, or whose owners it sets, when it moves a disk of one user. */
const BELOW = ['etc/apt', 'usr-local/bin', 'usr-local/sbin', 'var/spool', 'var/mail', 'home/led'];
const TOP = ['etc', 'home', 'usr-local', 'upper', 'work', 'tmp'];

/** Sets what an overlay reads of the folder /srv/led: that its files are in another place. */
const SET = `for my $name (map { "user.overlay.$_" } qw(redirect opaque metacopy origin)) {
  my ($path, $value) = @ARGV; syscall($^O && \`uname -m\` =~ /x86_64/ ? 188 : 5, $path, $name, $value, length $value, 0);
}`;

export const attack: Attack = {
  tries: 'to lead the move of its old disk to folders of the host by links, names and attributes',
  needs: ['packages'],
  async by({ boot, driver, host, state }) {
    const machine = await boot();
    const snapshot = `snap-${machine.id}`;
    await driver.createSnapshot(machine.id, snapshot);
    const folder = join(state, 'snapshots', snapshot);
    const restoreWith = async (names: readonly string[]) => {
      await makeOldSnapshot(folder, { 'root/mine': 'mine', 'srv/led/mine': 'mine' });
      const { uid } = lstatSync(folder);
      for (const name of names) {
        const place = join(folder, 'disk', name);
        rmSync(place, { recursive: true, force: true });
        symlinkSync(host.open, place);
        execFileSync('chown', ['-h', `${uid}:${uid}`, place]);
      }
      execFileSync('perl', ['-e', SET, join(folder, 'disk/srv/led'), dirname(host.file)]);
      await driver.restoreSnapshot(machine.spec, snapshot, { start: true });
    };
    mkdirSync(join(host.open, 'apt.conf.d'), { mode: 0o777 });
    await restoreWith(BELOW);
    expect(await machine.out('cat /root/mine; runuser -u daemon -- id -un')).toBe('minedaemon\n');
    // Such a folder may be of no use any more; it shows nothing of the host.
    expect(await machine.out('cd /srv/led && ls && cat secret && touch x')).not.toContain('secret');
    expect(host.planted()).toEqual(['apt.conf.d']);
    for (const name of TOP) {
      const told = await restoreWith([name]).then(
        () => machine.out('runuser -u daemon -- true; touch /tmp/x /home/x /etc/x'),
        (error: Error) => error.message,
      );
      expect([name, told]).toEqual([
        name,
        ['upper', 'work'].includes(name) ? '' : expect.stringContaining('has no folder'),
      ]);
    }
    expect(host.planted()).toEqual([]);
    await driver.destroy(machine.id);
    await driver.deleteSnapshot(snapshot);
  },
};
