import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { HostView } from '#lib/cli/doctor/host.ts';
import { askRegistry } from '#lib/cli/doctor/images.ts';
import { readTrials, trialScript, trials } from '#lib/cli/doctor/inside.ts';
import { examine } from '#lib/cli/doctor/report.ts';

const files: Record<string, string> = {
  '/proc/kallsyms': '0000000000000000 t nf_tables_newtable\t[nf_tables]\n',
  '/proc/filesystems': 'nodev\ttmpfs\nnodev\toverlay\n',
  '/proc/sys/net/ipv4/ip_unprivileged_port_start': '0\n',
  '/proc/self/mountinfo': '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n',
  '/sys/fs/cgroup/cgroup.controllers': 'cpuset cpu io memory pids\n',
  '/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/cgroup.controllers': 'cpu memory pids\n',
};

/** A computer of an ordinary user on which everything works, but for what is changed. */
const host = (change: Partial<HostView> = {}, text: Record<string, string> = {}): HostView => ({
  platform: 'linux',
  release: '6.8.0-31-generic',
  isRoot: false,
  uid: 1000,
  text: (path) => text[path] ?? files[path] ?? null,
  has: () => true,
  opens: () => true,
  finds: () => true,
  succeeds: () => true,
  ids: () => ({ first: 100_000, first_gid: 100_000, mappers: [] }),
  images: { store: null, unreached: null },
  ...change,
});

/** What is not there, with the reason and the command. */
const lacking = (view: HostView) =>
  examine(view)
    .capabilities.filter(({ there }) => !there)
    .map(({ capability, because, command }) => [capability, because, command]);

/** What an ordinary user's platform never has. */
const disks = (because = "file_systems: only root's platform makes disks that are file systems: start it as root") =>
  ['disk_limit', 'volume_size_limit'].map((word) => [word, because, null]);

describe('svc doctor', () => {
  it('finds everything where everything is', () => {
    const root = host({ isRoot: true });
    expect(lacking(root)).toEqual([]);
    expect(examine(root).checks.map(({ ok, command }) => [ok, command])).toEqual(
      examine(root).checks.map(() => [true, null]),
    );
    expect(lacking(host())).toEqual(disks());
  });

  it('names the restriction of AppArmor, and the command that lifts it', () => {
    const name = 'kernel.apparmor_restrict_unprivileged_userns';
    const restricted = { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n' };
    const why = `apparmor: AppArmor removes the rights of user namespaces (${name})`;
    const found = lacking(host({ succeeds: () => false }, restricted));
    expect(found).toContainEqual(['isolation', why, `sudo sysctl -w ${name}=0`]);
    expect(found).toContainEqual(['users', why, `sudo sysctl -w ${name}=0`]);
    expect(found.map(([capability]) => capability)).not.toContain('hardware_acceleration');
    // Where a profile lets them be made, nothing is lacking.
    expect(lacking(host({ isRoot: true }, restricted))).toEqual([]);
  });

  it('says of users what of ids, overlays and dpkg is missing, and of nothing else', () => {
    const ids = { missing: 'ana has no 65536 ids in /etc/subuid', command: 'sudo usermod …' };
    expect(lacking(host({ ids: () => ids }))).toEqual([
      ['users', `ids: ${ids.missing}`, ids.command],
      ['packages', `ids: ${ids.missing}`, ids.command],
      ['images', `ids: ${ids.missing}`, ids.command],
      ...disks(`ids: ${ids.missing}`).map(([word, because]) => [word, because, ids.command]),
    ]);
    expect(lacking(host({ isRoot: true, ids: () => ids }))).toEqual([]);
    const ofRoot = (release: string) =>
      examine(host({ isRoot: true, release })).checks.find(({ check }) => check === 'ids')?.found;
    expect([ofRoot('5.19.0-1'), ofRoot('6.8.0')]).toEqual(Array(2).fill("root's platform gives each machine a range"));
    const shared = "root's platform gives each data folder (from Linux 5.19 on each machine) a range";
    expect([ofRoot('5.15.0-91-generic'), ofRoot('4.19.0')]).toEqual([shared, shared]);
    expect(lacking(host({}, { '/proc/filesystems': 'nodev\ttmpfs\n' }))[0]).toEqual([
      'users',
      'overlay: the kernel has not loaded overlay',
      'sudo modprobe overlay',
    ]);
    expect(lacking(host({ release: '5.10.0' }))[0]?.[1]).toBe(
      'overlay: Linux 5.10.0 has no overlays for user namespaces (from 5.11 on)',
    );
    expect(lacking(host({ finds: (name) => name !== 'dpkg-query' }))[1]).toEqual([
      'packages',
      'packages_of_host: this system has no dpkg, and an image consists of files that dpkg lists',
      null,
    ]);
  });

  it('says what disks with a size need', () => {
    const said = (change: Partial<HostView>) =>
      lacking(host({ isRoot: true, ...change })).map(([, because]) => because);
    const without = 'file_systems: not installed: mkfs.ext4, resize2fs';
    expect(said({ finds: (name) => !['mkfs.ext4', 'resize2fs'].includes(name) })).toEqual([without, without]);
    const loop = 'file_systems: there is no /dev/loop-control: this computer has no loop devices';
    expect(said({ has: (path) => path !== '/dev/loop-control' })).toEqual([loop, loop]);
  });

  it('says what the image store holds, and whether the public registry answers', () => {
    const seen = (images: HostView['images']) =>
      examine(host({ images })).checks.flatMap(({ check, ok, found, command }) =>
        ['image_store', 'registry'].includes(check) ? [[ok, found, command]] : [],
      );
    expect(seen({ store: { images: 2, layers: 3, bytes: 30_000_000 }, unreached: null })).toEqual([
      [true, '2 images of 3 layers, 29 MiB', null],
      [true, 'registry-1.docker.io answers', null],
    ]);
    const ways = 'allow https to it; files and registries on 127.0.0.1 need no outbound access';
    expect(seen({ store: { closed: 'EACCES: permission denied' }, unreached: 'getaddrinfo ENOTFOUND' })).toEqual([
      [false, 'this user may not look into it: EACCES: permission denied', 'sudo svc doctor'],
      [
        false,
        `registry-1.docker.io cannot be reached (getaddrinfo ENOTFOUND): ${ways}`,
        'curl -sS https://registry-1.docker.io/v2/',
      ],
    ]);
  });

  it('asks a registry, and takes every answer for one', async () => {
    const server = createServer((_request, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/`;
    expect(await askRegistry(url)).toBeNull();
    server.close();
    server.closeAllConnections();
    expect(await askRegistry(url)).toMatch(/^connect ECONNREFUSED/);
  });

  it('names programs that are not installed, user namespaces that are off, and a system that is none', () => {
    const without = examine(host({ finds: (name) => name !== 'ip' && name !== 'setpriv' })).checks;
    expect(without.find(({ check }) => check === 'programs')).toMatchObject({
      ok: false,
      found: 'not installed: ip, setpriv',
    });
    expect(lacking(host({}, { '/proc/sys/user/max_user_namespaces': '0\n' }))[0]).toEqual([
      'isolation',
      'user_namespaces: user.max_user_namespaces is 0',
      'sudo sysctl -w user.max_user_namespaces=10000',
    ]);
    expect(lacking(host({ platform: 'darwin' }))[0]?.[1]).toBe('kernel: this system is not Linux');
  });

  it('says what limits of memory and processors need, of root and of an ordinary user', () => {
    const limits = (view: HostView) =>
      lacking(view).filter(([capability]) => capability === 'memory_limit' || capability === 'cpu_limit');
    const said = (because: string, command: string | null = null) =>
      ['memory_limit', 'cpu_limit'].map((word) => [word, `control_groups: ${because}`, command]);
    const service = '/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/cgroup.controllers';
    const found = (view: HostView) => examine(view).checks.find(({ check }) => check === 'control_groups')?.found;
    expect(found(host())).toBe("version 2: a scope of this user's systemd");
    expect(found(host({ isRoot: true }))).toBe('version 2: memory, cpu, pids, io');
    const old = ['cpu', 'memory', 'pids'].map(
      (one) => `31 25 0:27 / /sys/fs/cgroup/${one} rw - cgroup cgroup rw,${one}\n`,
    );
    const mounts = { '/proc/self/mountinfo': old.join('') };
    expect(found(host({ isRoot: true }, mounts))).toBe('version 1: cpu, memory, pids');
    expect(limits(host({}, mounts))).toEqual(said("only root's platform makes control groups here: start it as root"));
    expect(limits(host({ isRoot: true }, { '/proc/self/mountinfo': '' }))).toEqual(
      said('this system mounts no control groups for memory and cpu'),
    );
    expect(limits(host({}, { [service]: 'memory pids\n' }))).toEqual(
      said('systemd gives its users no groups for cpu', expect.stringContaining('Delegate=cpu io memory pids')),
    );
    expect(limits(host({ succeeds: (words) => words[0] !== 'env' }))).toEqual(
      said("this user's systemd makes no scope"),
    );
  });

  it('says what east-west firewalls, low ports and KVM need', () => {
    expect(lacking(host({ opens: () => false }, { '/proc/kallsyms': '' }))).toEqual([
      ['east_west_firewall', 'firewall: the kernel does not report nf_tables', null],
      ...disks(),
      ['hardware_acceleration', 'kvm: this user may not open /dev/kvm', 'sudo usermod --append --groups kvm "$USER"'],
    ]);
    const port = { '/proc/sys/net/ipv4/ip_unprivileged_port_start': '1024\n' };
    expect(lacking(host({}, port))).toEqual([
      [
        'low_ports',
        'low_ports: only root may open ports below 1024',
        'sudo sysctl -w net.ipv4.ip_unprivileged_port_start=0',
      ],
      ...disks(),
    ]);
  });
});

describe('svc doctor machine', () => {
  it('tries what docs/machines.md lists, and nothing else', () => {
    const listed = [...readFileSync('docs/machines.md', 'utf8').matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
    expect(listed.map(([, name, about]) => [name, about])).toEqual(
      Object.entries(trials).map(([name, { about }]) => [name, about]),
    );
  });

  it('is a script of sh', () => {
    expect(spawnSync('sh', ['-n'], { input: trialScript, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('believes a machine only what it asked, and says what it did not hear', () => {
    const found = readTrials(
      'users yes 65536 ids\nsudo no \nother yes of mine\nping maybe so\n\u001b[2Jcron yes runs\n',
    );
    const silent = (check: string) => ({ check, ok: false, found: 'the machine did not answer' });
    expect(found.map(({ check }) => check)).toEqual(Object.keys(trials));
    expect(found).toEqual(
      expect.arrayContaining([
        { check: 'users', ok: true, found: '65536 ids' },
        { check: 'sudo', ok: false, found: 'it fails' },
        silent('ping'),
        silent('cron'),
      ]),
    );
  });
});
