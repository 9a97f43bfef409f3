import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountsHere } from '#lib/agent/hosted/group-folders.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { OutOfMemory } from '#lib/model/compute/out-of-memory.ts';
import { hostImages } from '#lib/runtime/images.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { AgentFolder } from './support/driver-child.ts';
import { groupsOf, trees } from './support/groups.ts';
import { machineSpec } from './support/machine-spec.ts';
import type { Login } from './support/openssh.ts';
import { useSshMachines } from './support/ssh-machines.ts';
import { stateOf } from './support/state-of.ts';

/** Takes more memory than a machine of 512 MiB has. */
const HOG = `perl -e '$x = "x" x (900 << 20); print "held"'`;
/** The same by a hundred small processes at once, after which none is larger than the machine's init by much. */
const SMALL_HOGS = `for i in $(seq 100); do perl -e '$x = "x" x (8 << 20); sleep 600' & done; wait`;
/** Writes to its disk and reads from it without end. */
const DISK_HOG = 'while :; do dd if=/dev/zero of=hog bs=1M count=64 conv=fsync 2>/dev/null; cat hog >/dev/null; done';
/** Forks until it is refused, and says how often it was not. */
const FORKS = `perl -e 'my @all; while (defined(my $p = fork)) { $p or do { sleep 600; exit }; push @all, $p } print scalar(@all), "\\n"; kill 9, @all'`;

const { unified, byController } = mountsHere();
const pidsHere = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const namespaceOf = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return '';
  }
};

/** The processes of the machine in which one has these words in its command line; of `process`, those like it. */
function membersOf(words: string, isIsolated: boolean): string[] {
  const one = pidsHere().find((pid) => textOf(`/proc/${pid}/cmdline`).includes(words)) ?? '';
  const own = namespaceOf(one);
  const isMember = isIsolated
    ? (pid: string) => own !== '' && namespaceOf(pid) === own
    : (pid: string) => textOf(`/proc/${pid}/cmdline`).startsWith('sleep\u00007100');
  return pidsHere().filter(isMember);
}

/** Whether a process is in the groups of a machine, of every controller. */
function isIn(id: string, pid: string): boolean {
  const lines = textOf(`/proc/${pid}/cgroup`)
    .split('\n')
    .filter((line) => line.endsWith(`/${id}`));
  const controllers = lines.flatMap((line) => line.split(':')[1]?.split(',') ?? []);
  return (
    lines.some((line) => line.startsWith('0::')) || ['memory', 'cpu', 'pids'].every((one) => controllers.includes(one))
  );
}

/** What machines of root's platform may take of their host, where it has control groups. */
export function describeLimits(kind: DriverKind): void {
  describe(`limits of ${kind} machines of root`, () => {
    const at = useSshMachines(kind);
    const two = async (): Promise<[Login, Login]> => [await at().boot(), await at().boot()];
    const homeOf = () => dirname(stateOf(at().home, kind, true));
    const answers = async (login: Login) => expect((await at().ssh.run(login, 'echo here')).stdout).toBe('here\n');
    const told: [string, OutOfMemory][] = [];
    beforeAll(() => at().driver.boots?.onOutOfMemory((id, news) => told.push([id, news])));

    it('are named', () => {
      expect(at().driver.capabilities()).toEqual(
        expect.arrayContaining(['memory_limit', 'cpu_limit', 'process_limit']),
      );
    });

    it('hold for every process, in whatever way it comes', async () => {
      const { ssh, boot, driver } = at();
      const user_data =
        '#!/bin/sh\nmkdir -p /etc/boot.d\nprintf "#!/bin/sh\\nsleep 71002 &" >/etc/boot.d/one\nchmod +x /etc/boot.d/one\nsleep 71001 &\n';
      const login = await boot({ user_data });
      const clients = [
        await ssh.start(login, [], ['sleep 71003']),
        await ssh.start(login, ['-tt'], ['sleep 71004']),
        await ssh.start(login, ['-s'], ['sftp']),
      ];
      const names = ['71001', '71002', '71003', '71004'];
      const running = () =>
        names.filter((name) => pidsHere().some((pid) => textOf(`/proc/${pid}/cmdline`) === `sleep\0${name}\0`));
      // A process machine has no boot.d.
      await expect.poll(running).toEqual(kind === 'container' ? names : names.filter((name) => name !== '71002'));
      const members = membersOf('sleep\u000071003', kind === 'container');
      expect(members.length).toBeGreaterThan(2);
      expect(members.filter((pid) => textOf(`/proc/${pid}/stat`) !== '' && !isIn(login.spec.id, pid))).toEqual([]);
      for (const client of clients) client.kill();
      await driver.destroy(login.spec.id);
      await expect.poll(() => groupsOf(homeOf())).not.toContain(login.spec.id);
    });

    it('end what takes more memory than there is, and neither its machine nor a neighbour; an event says what', async () => {
      const { ssh, driver } = at();
      const [machine, neighbour] = await two();
      const { stdout, code } = await ssh.run(machine, `${HOG}; echo "ended with $?"`);
      expect({ stdout, code }).toEqual({ stdout: 'ended with 137\n', code: 0 });
      for (const login of [machine, neighbour]) await answers(login);
      const used = (await driver.samples()).map(({ ram_used_mib }) => ram_used_mib);
      expect(Math.max(...used)).toBeLessThan(512);
      await expect.poll(() => told).toEqual([[machine.spec.id, { killed: 1, programs: ['perl'] }]]);
      for (const { spec } of [machine, neighbour]) await driver.destroy(spec.id);
    });

    it('end small programs before the machine’s init', async () => {
      const { ssh, driver } = at();
      const [machine, neighbour] = await two();
      const hogs = await ssh.start(machine, [], [SMALL_HOGS]);
      await expect
        .poll(async () => {
          await driver.samples();
          return told.filter(([id]) => id === machine.spec.id).length;
        })
        .toBeGreaterThan(0);
      expect(await driver.status(machine.spec.id)).toBe('running');
      await answers(neighbour);
      hogs.kill();
      for (const { spec } of [machine, neighbour]) await driver.destroy(spec.id);
    });

    it('let a neighbour log in, read and write beside one that does nothing else', async () => {
      const { ssh, driver } = at();
      const [machine, neighbour] = await two();
      const hog = await ssh.start(machine, [], [DISK_HOG]);
      const written = async () =>
        (await driver.samples()).find(({ id }) => id === machine.spec.id)?.disk_write_bytes ?? 0;
      await expect.poll(written).toBeGreaterThan(128 << 20);
      const { stdout } = await ssh.run(neighbour, 'echo mine > file; sync file; cat file');
      expect(stdout).toBe('mine\n');
      hog.kill();
      for (const { spec } of [machine, neighbour]) await driver.destroy(spec.id);
    });

    it('bound the time of processors, and are those of the plan after a resize', async () => {
      const { boot, driver } = at();
      const { spec } = await boot();
      const quota = () => {
        const folder = (tree: string) => join(tree, 'svc.slice', basename(homeOf()), spec.id);
        const old = byController.cpu && textOf(join(folder(byController.cpu), 'cpu.cfs_quota_us')).trim();
        return old || textOf(join(folder(unified ?? ''), 'cpu.max')).trim();
      };
      expect(quota()).toMatch(/^100000\b/);
      await driver.stop(spec.id, { grace_ms: 0, force: true });
      await driver.start({ ...spec, cpu: 4 });
      expect(quota()).toMatch(/^400000\b/);
      await driver.destroy(spec.id);
    });

    it('refuse processes beyond their number, and a neighbour has its own', async () => {
      const { ssh, driver } = at();
      const [machine, neighbour] = await two();
      const { stdout } = await ssh.run(machine, FORKS);
      expect(Number(stdout)).toBeGreaterThan(100);
      expect(Number(stdout)).toBeLessThan(2048 + 256);
      await answers(neighbour);
      for (const { spec } of [machine, neighbour]) await driver.destroy(spec.id);
    });

    it('leave no group behind when the runtime is killed', async () => {
      const { boot, driver } = at();
      const { spec } = await boot();
      const { runtime } = JSON.parse(readFileSync(join(stateOf(at().home, kind, true), 'runtime.json'), 'utf8'));
      process.kill(runtime.pid, 'SIGKILL');
      const status = () => driver.status(spec.id).catch(() => undefined);
      // One that was taken over has the same group.
      await expect.poll(status).toBe(kind === 'container' ? 'running' : 'stopped');
      await expect.poll(() => groupsOf(homeOf()).includes(spec.id)).toBe(kind === 'container');
      await driver.destroy(spec.id);
      await expect.poll(() => groupsOf(homeOf())).toEqual([]);
    });
  });

  describe(`limits of ${kind} machines of a killed agent of root`, () => {
    let folder: AgentFolder;
    beforeAll(async () => {
      folder = await AgentFolder.open(false);
    });
    afterAll(() => folder.remove());

    it('leave no group behind after the next start', async () => {
      const boot = async (agent: ReturnType<AgentFolder['start']>, change: Partial<MachineSpec> = {}) => {
        const spec = await machineSpec(hostImages()[0]?.id ?? '', change);
        await agent.driver.create(spec);
        return spec;
      };
      const agent = folder.start(kind);
      const specs = [await boot(agent), await boot(agent)];
      const home = dirname(folder.state(kind));
      expect(groupsOf(home)).toEqual(expect.arrayContaining(specs.map(({ id }) => id)));
      await agent.kill();
      await folder.endMachines();
      const next = folder.start(kind);
      await next.driver.list();
      await expect.poll(() => groupsOf(home)).toEqual([]);
      await next.driver.close();
      await expect.poll(() => trees.filter((tree) => existsSync(join(tree, 'svc.slice', basename(home))))).toEqual([]);
      await next.kill();
    });
  });
}
