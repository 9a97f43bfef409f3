import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupMounts } from '#lib/agent/hosted/group-place.ts';
import { whereContainersWork } from './support/container-works.ts';
import type { Login } from './support/openssh.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const MIB = 1024 * 1024;
const isRoot = process.getuid?.() === 0;
const { unified, byController } = groupMounts(readFileSync('/proc/self/mountinfo', 'utf8'));

/** Takes more memory than a machine of 512 MiB has. */
const HOG = `perl -e '$x = "x" x (900 << 20); print "held"'`;
/** Forks until it is refused, and says how often it was not. */
const FORKS = `perl -e 'my $n = 0; while (defined(my $p = fork)) { $p or do { sleep 600; exit }; $n++ } print "$n\\n"; kill 9, -1'`;

await whereContainersWork(() => {
  describe.skipIf(!isRoot || (unified === null && byController.memory === undefined))(
    'limits of machines by root',
    () => {
      const at = useSshMachines('container');
      const groupOf = ({ spec: { id } }: Login, pid: string | number) => {
        const text = readFileSync(`/proc/${pid}/cgroup`, 'utf8');
        return { memory: text.includes(`/${id}\n`), lines: text.split('\n').filter((line) => line.endsWith(`/${id}`)) };
      };
      void groupOf;

      it('names what it limits', () => {
        expect(at().driver.capabilities()).toEqual(
          expect.arrayContaining(['memory_limit', 'cpu_limit', 'process_limit']),
        );
      });

      it('ends what takes more memory than there is, and neither its machine nor a neighbour', async () => {
        const { ssh, boot, driver } = at();
        const [machine, neighbour] = [await boot(), await boot()];
        const { stdout, code } = await ssh.run(machine, `${HOG}; echo "ended with $?"`);
        expect({ stdout, code }).toEqual({ stdout: 'ended with 137\n', code: 0 });
        for (const login of [machine, neighbour]) expect((await ssh.run(login, 'echo here')).stdout).toBe('here\n');
        const [sample] = await driver.samples();
        expect(sample?.ram_used_mib).toBeLessThan(512);
        for (const { spec } of [machine, neighbour]) await driver.destroy(spec.id);
      });

      it('refuses processes beyond the limit, and a neighbour has its own', async () => {
        const { ssh, boot, driver } = at();
        const [machine, neighbour] = [await boot(), await boot()];
        const { stdout } = await ssh.run(machine, FORKS);
        expect(Number(stdout)).toBeLessThan(2048 + 256);
        expect((await ssh.run(neighbour, 'echo here')).stdout).toBe('here\n');
        for (const { spec } of [machine, neighbour]) await driver.destroy(spec.id);
      });
      void join;
      void MIB;
    },
  );
});
