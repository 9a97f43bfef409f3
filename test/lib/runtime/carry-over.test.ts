import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { carrying, carryOverDisk } from '#lib/runtime/drivers/container/carry-over.ts';
import { prepareDisk } from '#lib/runtime/drivers/container/disk.ts';
import { probeRecord } from '#lib/runtime/machines/record.ts';

const record = probeRecord(512, { private: '', public: '' });

let base: string;
let folder: string;
let image: string;
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'svc-carry-'));
  folder = join(base, 'machine');
  image = join(base, 'image');
  await prepareDisk(record, folder);
  write(join(image, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\ndaemon:x:1:1::/:/bin/sh\nnobody:x:65534:65534::/:/x\n');
  write(
    join(image, 'etc/passwd'),
    `${readFileSync(join(image, 'etc/passwd'), 'utf8')}probe:x:0:0::/home/probe:/bin/sh\n`,
  );
  write(join(image, 'etc/group'), 'root:x:0:\nnogroup:x:65534:\n');
  mkdirSync(join(image, 'root'), { mode: 0o700 });
});
afterEach(() => rmSync(base, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const disk = (...path: string[]) => join(folder, 'disk', ...path);
const text = (...path: string[]) => readFileSync(disk(...path), 'utf8');
const carry = () => carryOverDisk(record, folder, image);
/** Every name on the disk with its kind, mode, link and, of a file, its content. */
const tree = () =>
  execFileSync('sh', ['-c', 'find . -printf "%P %y %m %l\\n" | sort; find . -type f -exec sha256sum {} + | sort'], {
    cwd: disk(),
    encoding: 'utf8',
  });

it('a disk of one user becomes a whole root: its files are there, and the host’s own make room for the image’s', async () => {
  write(disk('root/file'), 'mine');
  write(disk('usr-local/bin/tool'), 'tool');
  write(disk('etc/bash.bashrc'), 'alias mine=true\n');
  write(disk('etc/environment'), 'MINE=1\n');
  write(disk('tmp/t'), 't');
  const files = statSync(disk('root/file'));
  expect(await carry()).toBeNull();
  expect(execFileSync('ls', [disk()], { encoding: 'utf8' })).toBe('tmp\nupper\nwork\n');
  expect([text('upper/root/file'), text('upper/usr/local/bin/tool'), text('tmp/t')]).toEqual(['mine', 'tool', 't']);
  expect(statSync(disk('upper/root/file'))).toMatchObject({ ino: files.ino, mtimeMs: files.mtimeMs });
  expect([text('upper/etc/bash.bashrc'), text('upper/etc/environment')]).toEqual(['alias mine=true\n', 'MINE=1\n']);
  for (const name of ['passwd', 'group', 'os-release', 'ld.so.cache', 'profile', 'shells', 'nsswitch.conf', 'issue'])
    expect([name, existsSync(disk('upper/etc', name))]).toEqual([name, false]);
  expect(text('upper/usr/local/bin/sudo')).toContain('runuser');
  expect(text('upper/etc/apt/apt.conf.d/90proxy')).toContain('http://10.255.255.1:3128');
  expect([statSync(disk('tmp')).mode & 0o7777, statSync(disk('upper/root')).mode & 0o7777]).toEqual([0o1777, 0o700]);
});

it('a disk stays as it is, to the last bit, where it cannot become a whole root', async () => {
  const passwd = text('etc/passwd');
  const outside = join(base, 'outside');
  write(join(outside, 'passwd'), 'root:x:0:0::/root:/bin/sh\n');
  const link = (name: string) => () => {
    rmSync(disk(name), { recursive: true });
    symlinkSync(outside, disk(name));
  };
  const unlink = (name: string) => () => {
    unlinkSync(disk(name));
    mkdirSync(disk(name));
  };
  const cases: [prepare: () => void, reason: string, undo: () => void][] = [
    [
      () => writeFileSync(disk('etc/passwd'), `${passwd}ana:x:1000:1000::/home/ana:/bin/sh\n`),
      '/etc/passwd has names of its own, which own no file: ana',
      () => writeFileSync(disk('etc/passwd'), passwd),
    ],
    [
      () => write(disk('etc/group'), `${'x'.repeat(99)}:x:1:\n\u001b[2J:x:2:\n`),
      `/etc/group has names of its own, which own no file: ${'x'.repeat(32)}, ??2J`,
      () => writeFileSync(disk('etc/group'), 'root:x:0:\n'),
    ],
    [
      () => {
        unlinkSync(disk('etc/passwd'));
        execFileSync('mkfifo', [disk('etc/passwd')]);
      },
      '/etc/passwd is not a file of users',
      () => unlinkSync(disk('etc/passwd')),
    ],
    [
      () => symlinkSync(join(outside, 'passwd'), disk('etc/passwd')),
      '/etc/passwd is not a file of users',
      () => unlinkSync(disk('etc/passwd')),
    ],
    [
      () => writeFileSync(disk('etc/passwd'), `${'#'.repeat(65_600)}\n`),
      '/etc/passwd is not a file of users',
      () => writeFileSync(disk('etc/passwd'), passwd),
    ],
    [() => symlinkSync(outside, disk('upper')), '/upper of its disk is not a folder', () => unlinkSync(disk('upper'))],
    [link('home'), '/home of its disk is not a folder', unlink('home')],
    [link('usr-local'), '/usr-local of its disk is not a folder', unlink('usr-local')],
    [link('tmp'), '/tmp of its disk is not a folder', unlink('tmp')],
    [
      () => writeFileSync(join(image, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/x\n'),
      '/etc/passwd has names of its own, which own no file: probe',
      () => undefined,
    ],
    [
      () => writeFileSync(disk('etc/passwd'), 'root:x:0:0::/root:/bin/sh\n'),
      'the image of this host has no user probe',
      () => undefined,
    ],
  ];
  const there = execFileSync('find', [outside], { encoding: 'utf8' });
  for (const [prepare, reason, undo] of cases) {
    prepare();
    const before = tree();
    expect(await carry()).toBe(reason);
    expect(tree()).toBe(before);
    undo();
  }
  expect(execFileSync('find', [outside], { encoding: 'utf8' })).toBe(there);
});

it('links that a guest has left below its folders lead to nothing outside', async () => {
  const outside = join(base, 'outside');
  for (const name of ['apt/apt.conf.d/x', 'sudo', 'cron/crontabs/x', 'os-release', 'profile'])
    write(join(outside, name), '');
  const led = { 'etc/apt': 'apt', 'usr-local/bin': '.', 'var/spool': '.', 'etc/os-release': 'os-release' };
  for (const [path, to] of Object.entries(led)) {
    rmSync(disk(path), { recursive: true, force: true });
    symlinkSync(join(outside, to), disk(path));
  }
  mkdirSync(join(image, 'var/spool/cron/crontabs'), { recursive: true, mode: 0o700 });
  const there = () => execFileSync('find', [outside, '-printf', '%P %m %s %C@\n'], { encoding: 'utf8' });
  const before = there();
  expect(await carry()).toBeNull();
  expect(there()).toBe(before);
});

/** Kills the program in place of its step number `steps`, counted from 0. */
const KILLER = `BEGIN { our $steps = shift @ARGV; sub step { $steps-- or kill 9, $$ }
*CORE::GLOBAL::rename = sub { step(); CORE::rename($_[0], $_[1]) };
*CORE::GLOBAL::mkdir = sub { step(); CORE::mkdir($_[0], $_[1]) };
*CORE::GLOBAL::chmod = sub { step(); CORE::chmod($_[0], @_[1 .. $#_]) };
*CORE::GLOBAL::chown = sub { step(); CORE::chown($_[0], $_[1], @_[2 .. $#_]) };
*CORE::GLOBAL::unlink = sub { my $n = 0; for (@_) { step(); $n += CORE::unlink($_) } $n };
*CORE::GLOBAL::close = sub { step(); CORE::close($_[0]) } }
`;

/** Whether it was killed there; otherwise it has done all. */
function killedAt(steps: number): boolean {
  const { launch, input } = carrying(record, folder, image);
  const [flag = '', script = '', ...rest] = launch.args;
  const args = [flag, `${KILLER}${script}`, `${steps}`, ...rest];
  const { status, signal } = spawnSync(launch.file, args, { env: { ...launch.env }, cwd: '/', input });
  if (signal === null) expect(status).toBe(0);
  return signal === 'SIGKILL';
}

it('what a SIGKILL at any step has interrupted, the next call completes', async () => {
  write(disk('root/file'), 'mine');
  write(disk('etc/profile.d/own.sh'), 'own');
  const fresh = join(base, 'fresh');
  cpSync(disk(), fresh, { recursive: true, preserveTimestamps: true });
  expect(await carry()).toBeNull();
  const whole = tree();
  let steps = 0;
  for (let isDone = false; !isDone; steps += 1) {
    rmSync(disk(), { recursive: true });
    cpSync(fresh, disk(), { recursive: true, preserveTimestamps: true });
    isDone = !killedAt(steps);
    const begun = existsSync(disk('upper'));
    expect([steps, await carry()]).toEqual([steps, null]);
    expect(tree()).toBe(whole);
    if (steps > 0) expect(begun).toBe(true);
  }
  expect(steps).toBeGreaterThan(30);
});
