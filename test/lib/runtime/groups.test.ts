import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MachineGroups } from '#lib/runtime/groups/groups.ts';
import type { Controller } from '#lib/runtime/groups/layouts.ts';
import { openGroups } from '#lib/runtime/groups/open.ts';
import { type GroupPlace, OWN_GROUP } from '#lib/runtime/groups/place.ts';
import { takeScope } from '#lib/runtime/groups/scope.ts';

/** Files that the kernel makes in a group, of each version. */
const FILES = {
  1: {
    memory: [
      'memory.memsw.limit_in_bytes',
      'memory.limit_in_bytes',
      'memory.oom_control',
      'memory.stat',
      'memory.usage_in_bytes',
    ],
    cpu: ['cpu.cfs_period_us', 'cpu.cfs_quota_us', 'cpu.shares'],
    cpuacct: ['cpuacct.usage'],
    pids: ['pids.max'],
    blkio: ['blkio.bfq.weight'],
    io: [],
  },
  2: {
    memory: ['memory.max', 'memory.swap.max', 'memory.current', 'memory.stat', 'memory.events'],
    cpu: ['cpu.max', 'cpu.weight', 'cpu.stat'],
    cpuacct: [],
    pids: ['pids.max'],
    blkio: [],
    io: ['io.weight'],
  },
} as const;

let root: string;
const logged: string[] = [];
const log = (line: string) => void logged.push(line);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-groups-'));
  logged.length = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

/** A tree without a kernel behind it: what is written stays written, and a group with a process cannot be removed. */
function tree(version: 1 | 2, without: readonly string[] = []) {
  const busy = new Set<string>();
  const controllers = ['memory', 'cpu', 'cpuacct', 'pids', version === 1 ? 'blkio' : 'io'] as const;
  const folders = Object.fromEntries(
    controllers
      .filter((one) => version === 1 || one !== 'cpuacct')
      .map((one) => [one, version === 1 ? join(root, one) : join(root, 'all')]),
  );
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const kernel = {
    make(group: string) {
      mkdirSync(group);
      const names = controllers.filter((one) => folders[one] && group.startsWith(`${folders[one]}/`));
      const files = names.flatMap((one) => FILES[version][one] as readonly string[]);
      for (const file of ['cgroup.procs', ...files]) if (!without.includes(file)) writeFileSync(join(group, file), '');
    },
    remove(group: string) {
      if (!existsSync(group)) throw Object.assign(new Error('no such group'), { code: 'ENOENT' });
      if (busy.has(group)) throw Object.assign(new Error('EBUSY: it has processes'), { code: 'EBUSY' });
      rmSync(group, { recursive: true });
    },
  };
  const place: GroupPlace = { version, folders };
  const at = (controller: Controller, name: string, file: string) => join(folders[controller] ?? '', name, file);
  const text = (...place: Parameters<typeof at>) => readFileSync(at(...place), 'utf8');
  const say = (of: Controller, name: string, file: string, words: string) => writeFileSync(at(of, name, file), words);
  return { place, kernel, folders, busy, text, say, groups: new MachineGroups(place, log, kernel) };
}

const MACHINE = { ram_mib: 512, cpu: 2 };

describe('the group of a machine, of version 1', () => {
  it('bounds memory with swap, the time of processors, and processes', () => {
    const { groups, text } = tree(1);
    groups.make('i-one', MACHINE);
    expect(text('memory', 'i-one', 'memory.limit_in_bytes')).toBe(`${512 * 1024 * 1024}`);
    expect(text('memory', 'i-one', 'memory.memsw.limit_in_bytes')).toBe(`${512 * 1024 * 1024}`);
    expect(text('cpu', 'i-one', 'cpu.cfs_quota_us')).toBe('200000');
    expect(text('cpu', 'i-one', 'cpu.cfs_period_us')).toBe('100000');
    expect([text('cpu', 'i-one', 'cpu.shares'), text('blkio', 'i-one', 'blkio.bfq.weight')]).toEqual(['2048', '200']);
    expect(text('pids', 'i-one', 'pids.max')).toBe('2304');
  });

  it('is joined in every tree, and says what it has used', () => {
    const { groups, folders, say } = tree(1);
    const group = groups.make('i-one', MACHINE);
    expect(group.joins).toEqual(Object.values(folders).map((folder) => join(folder, 'i-one', 'cgroup.procs')));
    say('cpuacct', 'i-one', 'cpuacct.usage', '1500000000\n');
    say('memory', 'i-one', 'memory.usage_in_bytes', `${100 * 1024 * 1024}\n`);
    say(
      'memory',
      'i-one',
      'memory.stat',
      `cache 1\ntotal_cache ${60 * 1024 * 1024}\ntotal_shmem ${10 * 1024 * 1024}\n`,
    );
    say('memory', 'i-one', 'memory.oom_control', 'oom_kill_disable 0\nunder_oom 0\noom_kill 3\n');
    expect([group.cpuSeconds(), group.memoryMib(), group.killed()]).toEqual([1.5, 50, 3]);
  });

  it('does without a count of swap, which a kernel may lack', () => {
    const { groups } = tree(1, ['memory.memsw.limit_in_bytes']);
    expect(() => groups.make('i-one', MACHINE)).not.toThrow();
  });
});

describe('the group of a machine, of version 2', () => {
  it('bounds memory without swap, the time of processors, and processes', () => {
    const { groups, text, folders } = tree(2);
    const group = groups.make('i-one', MACHINE);
    expect(text('memory', 'i-one', 'memory.max')).toBe(`${512 * 1024 * 1024}`);
    expect(text('memory', 'i-one', 'memory.swap.max')).toBe('0');
    expect(text('cpu', 'i-one', 'cpu.max')).toBe('200000 100000');
    expect([text('cpu', 'i-one', 'cpu.weight'), text('io', 'i-one', 'io.weight')]).toEqual(['200', 'default 200']);
    expect(text('pids', 'i-one', 'pids.max')).toBe('2304');
    expect(group.joins).toEqual([join(folders.memory ?? '', 'i-one', 'cgroup.procs')]);
  });

  it('says what it has used', () => {
    const { groups, say } = tree(2);
    const group = groups.make('i-one', MACHINE);
    say('cpu', 'i-one', 'cpu.stat', 'usage_usec 2500000\nuser_usec 1\n');
    say('memory', 'i-one', 'memory.current', `${80 * 1024 * 1024}\n`);
    say('memory', 'i-one', 'memory.stat', `anon 1\nfile ${50 * 1024 * 1024}\nshmem ${20 * 1024 * 1024}\n`);
    say('memory', 'i-one', 'memory.events', 'low 0\nhigh 0\nmax 9\noom 4\noom_kill 2\noom_group_kill 0\n');
    expect([group.cpuSeconds(), group.memoryMib(), group.killed()]).toEqual([2.5, 50, 2]);
  });
});

describe('groups of a host', () => {
  it('are removed once their last process has left, and never under a machine that boots again', async () => {
    const { groups, folders, busy } = tree(2);
    const folder = join(folders.memory ?? '', 'i-one');
    const first = groups.make('i-one', MACHINE);
    busy.add(folder);
    const removal = first.end();
    const second = groups.make('i-one', MACHINE);
    busy.clear();
    await removal;
    expect(existsSync(folder)).toBe(true);
    await first.end();
    expect(existsSync(folder)).toBe(true);
    await second.end();
    expect(existsSync(folder)).toBe(false);
  });

  it('count what was ended in this boot alone, also after their end', async () => {
    const { groups, say, busy, folders } = tree(2);
    const first = groups.make('i-one', MACHINE);
    say('memory', 'i-one', 'memory.events', 'oom_kill 5\n');
    busy.add(join(folders.memory ?? '', 'i-one'));
    void first.end();
    const second = groups.make('i-one', MACHINE);
    say('memory', 'i-one', 'memory.events', 'oom_kill 6\n');
    expect([first.killed(), second.killed()]).toEqual([5, 1]);
    busy.clear();
    await second.end();
    await groups.settled();
  });

  it('of an earlier run are swept, but for the runtime’s own', async () => {
    const { groups, folders, kernel } = tree(2);
    for (const name of ['i-old', OWN_GROUP]) kernel.make(join(folders.memory ?? '', name));
    groups.sweep();
    await groups.settled();
    expect(['i-old', OWN_GROUP].map((name) => existsSync(join(folders.memory ?? '', name)))).toEqual([false, true]);
  });

  it('are refused for a machine whose limits cannot be set', async () => {
    const { groups, folders } = tree(2, ['memory.max']);
    expect(() => groups.make('i-one', MACHINE)).toThrow('limits of machine i-one could not be set: memory');
    await groups.settled();
    expect(existsSync(join(folders.memory ?? '', 'i-one'))).toBe(false);
  });

  it('are named by ids alone', () => {
    expect(() => tree(2).groups.make('../i-one', MACHINE)).toThrow('not a machine id: ../i-one');
  });

  it.each([
    { without: [], words: ['memory_limit', 'cpu_limit', 'process_limit'] },
    { without: ['memory.max'], words: ['cpu_limit', 'process_limit'] },
    { without: ['cpu.max', 'pids.max'], words: ['memory_limit'] },
    { without: ['memory.max', 'cpu.max', 'pids.max'], words: [] },
  ])('bound what a trial has shown: %j', async ({ without, words }) => {
    const { place, kernel } = tree(2, without);
    const opened = await openGroups(place, log, kernel);
    expect(opened.words).toEqual(words);
    expect(opened.groups === null).toBe(words.length === 0);
    expect(logged).toEqual([]);
  });

  it('of a machine that boots stay, although one of an earlier runtime had its name and is still being removed', async () => {
    const { place, kernel, folders, busy } = tree(1);
    const left = join(folders.memory ?? '', 'i-1');
    kernel.make(left);
    busy.add(left);
    const { groups } = await openGroups(place, log, kernel);
    const soon = new Promise((resolve) => setImmediate(() => resolve('is being removed')));
    expect(await Promise.race([groups?.settled(), soon])).toBe('is being removed');
    groups?.make('i-1', MACHINE);
    busy.delete(left);
    await groups?.settled();
    expect(existsSync(left)).toBe(true);
  });

  it('are not there where a process cannot be moved into one, and the log says why', async () => {
    const { place, kernel } = tree(1);
    const closed = { ...kernel, make: (group: string) => kernel.make(group.replace('_trial', '_other')) };
    expect(await openGroups(place, log, closed)).toEqual({ groups: null, words: [] });
    expect(logged).toEqual([expect.stringMatching(/^machines have no control groups: .*cgroup\.procs/)]);
  });
});

describe('the scope of an ordinary user', () => {
  const prepared = (path: string, controllers = 'cpuset cpu memory pids') => {
    const folder = join(root, path);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, 'mountinfo'), `30 23 0:26 / ${root} rw shared:4 - cgroup2 cgroup2 rw\n`);
    writeFileSync(join(root, 'cgroup'), `0::${path}\n`);
    for (const [file, text] of Object.entries({
      'cgroup.controllers': `${controllers}\n`,
      'cgroup.procs': '41\n42\n',
      'cgroup.subtree_control': '',
    }))
      writeFileSync(join(folder, file), text);
    return { folder, where: { mounts: join(root, 'mountinfo'), groups: join(root, 'cgroup') } };
  };

  it('is divided: what was in it has a group of its own beside those of machines', () => {
    const { folder, where } = prepared('/user.slice/app.slice/run-r1.scope');
    expect(takeScope(where)).toEqual({ version: 2, folders: { memory: folder, cpu: folder, pids: folder } });
    expect(readFileSync(join(folder, OWN_GROUP, 'cgroup.procs'), 'utf8')).toBe('42');
    expect(readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8')).toBe('+pids');
  });

  it('has the controllers that the user has', () => {
    const { folder, where } = prepared('/user.slice/run-r1.scope', 'memory pids');
    expect(takeScope(where)).toEqual({ version: 2, folders: { memory: folder, pids: folder } });
  });

  it.each(['/user.slice/session-1.scope', '/system.slice/svc.service', '/'])('is never that of others: %s', (path) => {
    expect(() => takeScope(prepared(path).where)).toThrow('this process is in no scope of its own');
  });
});
