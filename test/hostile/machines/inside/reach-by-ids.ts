import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { seenByRuntime } from '#test/lib/runtime/support/own-disks.ts';
import { onHost } from '#test/support/hosts/host-ids.ts';

export const attack: Attack = {
  tries: 'by its ids on the host, once it is out of its namespaces, to reach what another machine has',
  needs: ['own_ids'],
  async by({ attacker, neighbour, stranger, state }) {
    const mine = onHost(attacker.spec.name)?.first ?? 0;
    for (const machine of [neighbour, stranger]) {
      const { pid = 0, first: theirs = 0 } = onHost(machine.spec.name) ?? {};
      await machine.run(
        'useradd -m -u 1000 eva; echo hers > /home/eva/file; chmod 644 /home/eva/file; chmod 755 /home/eva',
      );
      await machine.run('runuser -u eva -- sleep 3600 >/dev/null 2>&1 &');
      const sleeper = Number((await machine.out('pgrep -u eva sleep')).trim());
      expect(sleeper).toBeGreaterThan(0);
      const as = (id: number, ...argv: string[]) =>
        spawnSync('setpriv', ['--reuid', `${id}`, '--regid', `${id}`, '--clear-groups', ...argv], { encoding: 'utf8' });
      const disk = join(seenByRuntime(state), 'machines', machine.id, 'disk/upper/home/eva/file');
      for (const id of [0, 1000, 65_534]) {
        const tries = [
          ['cat', disk],
          ['ls', `/proc/${pid}/root/`],
          ['readlink', `/proc/${pid}/ns/mnt`],
          ['cat', `/proc/${pid}/environ`],
          ['kill', '-0', `${pid}`],
        ];
        const got = tries.map((argv) => [argv[0], as(mine + id, ...argv).stdout, as(mine + id, ...argv).status]);
        expect(got).toEqual(tries.map(([file]) => [file, '', file === 'ls' ? 2 : 1]));
      }
      // It is the ids that keep it off.
      expect(as(theirs, 'kill', '-0', `${pid}`).status).toBe(0);
      await machine.run('pkill -u eva; userdel -r eva');
      await machine.isWell();
    }
  },
};
