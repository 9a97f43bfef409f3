import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeGroupsOf } from '#lib/agent/hosted/group-folders.ts';
import { lendGroups } from '#lib/agent/hosted/group-place.ts';
import { groupMounts } from '#lib/runtime/groups/mounts.ts';
import { OWN_GROUP } from '#lib/runtime/groups/place.ts';

const me = process.getuid?.() ?? 0;
const NAME = '0123456789abcdef';
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-groups-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A group as the kernel makes one of version 2. */
function unifiedGroup(folder: string, controllers: string): void {
  mkdirSync(folder, { recursive: true });
  const files = { 'cgroup.controllers': `${controllers}\n`, 'cgroup.procs': '', 'cgroup.subtree_control': '' };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
}

const lent = (groups: ReturnType<typeof lendGroups>) => {
  if ('missing' in groups) throw new Error(groups.missing);
  return groups;
};

test('mounts are told apart by version and controller', () => {
  const hybrid = [
    '25 24 0:22 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs ro,mode=755',
    '26 25 0:23 / /sys/fs/cgroup/unified rw,nosuid shared:2 master:1 - cgroup2 cgroup2 rw',
    '28 25 0:25 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid - cgroup cgroup rw,cpu,cpuacct',
    '29 25 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
    '30 25 0:27 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,xattr,name=systemd',
  ].join('\n');
  expect(groupMounts(hybrid)).toEqual({
    unified: '/sys/fs/cgroup/unified',
    byController: {
      cpu: '/sys/fs/cgroup/cpu,cpuacct',
      cpuacct: '/sys/fs/cgroup/cpu,cpuacct',
      memory: '/sys/fs/cgroup/memory',
    },
  });
  expect(groupMounts('')).toEqual({ unified: null, byController: {} });
});

test('of version 2, the runtime’s own group is beside those of machines, and every controller is passed down', () => {
  const folder = join(root, 'svc.slice', NAME);
  for (const place of [root, join(root, 'svc.slice'), folder, join(folder, OWN_GROUP)])
    unifiedGroup(place, 'cpuset cpu memory pids');
  const { place, take } = lent(lendGroups(NAME, me, { unified: root, byController: {} }));
  expect(place).toEqual({ version: 2, folders: { memory: folder, cpu: folder, pids: folder } });
  for (const parent of [root, join(root, 'svc.slice'), folder])
    expect(readFileSync(join(parent, 'cgroup.subtree_control'), 'utf8')).toMatch(/^\+/);
  take(4711);
  expect(readFileSync(join(folder, OWN_GROUP, 'cgroup.procs'), 'utf8')).toBe('4711');
});

test('version 1 is used where version 2 has no controllers, and a tree for two controllers has one folder', () => {
  const unified = join(root, 'unified');
  unifiedGroup(unified, '');
  const [both, memory] = [join(root, 'cpu,cpuacct'), join(root, 'memory')];
  for (const tree of [both, memory]) mkdirSync(tree);
  const groups = lent(lendGroups(NAME, me, { unified, byController: { cpu: both, cpuacct: both, memory } }));
  const [ofCpu, ofMemory] = [both, memory].map((tree) => join(tree, 'svc.slice', NAME));
  expect(groups.place).toEqual({ version: 1, folders: { cpu: ofCpu, cpuacct: ofCpu, memory: ofMemory } });
  mkdirSync(join(ofMemory ?? '', 'i-left'));
  groups.end();
  expect([ofCpu, ofMemory].map((folder) => existsSync(folder ?? ''))).toEqual([false, false]);
  // Other data folders have theirs there.
  expect(existsSync(join(memory, 'svc.slice'))).toBe(true);
});

test('machines together weigh as much as eight programs of the host for each processor', () => {
  const cpu = join(root, 'cpu');
  for (const folder of [join(cpu, 'svc.slice'), join(cpu, 'svc.slice', NAME)]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'cpu.shares'), '1024');
  }
  lent(lendGroups(NAME, me, { unified: null, byController: { cpu } }));
  for (const group of ['svc.slice', join('svc.slice', NAME)])
    expect(readFileSync(join(cpu, group, 'cpu.shares'), 'utf8')).toBe(`${availableParallelism() * 8 * 1024}`);
});

test('disks are weighed where that can be had, and nothing is missed where it cannot', () => {
  const folder = join(root, 'svc.slice', NAME);
  for (const place of [root, join(root, 'svc.slice'), folder, join(folder, OWN_GROUP)])
    unifiedGroup(place, 'io memory');
  writeFileSync(join(folder, 'io.weight'), 'default 100');
  const weighed = lent(lendGroups(NAME, me, { unified: root, byController: {} }));
  expect(weighed.place.folders).toEqual({ memory: folder, io: folder });
  expect(readFileSync(join(folder, 'io.weight'), 'utf8')).toBe(`default ${availableParallelism() * 8 * 100}`);
  const [memory, closed] = [join(root, 'memory'), join(root, 'none')];
  mkdirSync(memory);
  const without = lent(lendGroups(NAME, me, { unified: null, byController: { memory, blkio: closed } }));
  expect(Object.keys(without.place.folders)).toEqual(['memory']);
});

test('what is left of a data folder that is removed goes, and nothing of others', () => {
  const memory = join(root, 'memory');
  for (const name of [NAME, 'fedcba9876543210'])
    mkdirSync(join(memory, 'svc.slice', name, 'i-left'), { recursive: true });
  removeGroupsOf(NAME, { unified: null, byController: { memory } });
  expect(readdirSync(join(memory, 'svc.slice'))).toEqual(['fedcba9876543210']);
});

test('where the system has none, or lets none be made, the reason is told', () => {
  expect(lendGroups(NAME, me, { unified: null, byController: {} })).toEqual({
    missing: 'this system mounts no control groups with controllers',
    command: null,
  });
  const closed = { unified: null, byController: { memory: join(root, 'none') } };
  expect(lendGroups(NAME, me, closed)).toMatchObject({
    missing: expect.stringMatching(/^control groups cannot be made here: ENOENT/),
  });
});
