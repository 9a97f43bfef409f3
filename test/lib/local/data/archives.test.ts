import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRange, type IdRange } from '#lib/agent/hosted/id-range.ts';
import { pack, unpackAs } from '#lib/local/data/archives.ts';

const [OURS, THEIRS] = [1_900_000_123, 1_900_004_567];

/** What a program of perl prints that sets or gets an attribute of a file (setxattr(2), getxattr(2)). */
function attribute(act: string, file: string): string {
  const [set, get] = process.arch === 'x64' ? [188, 191] : [5, 8];
  const begin = `my ($set, $get, $file, $name) = (${set}, ${get}, shift, 'user.kept');`;
  return execFileSync('perl', ['-e', `${begin} ${act}`, file], { encoding: 'utf8' });
}

describe.skipIf(process.getuid?.() !== 0)('archives of machines of root', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'svc-archives-'));
    chmodSync(dir, 0o755);
    mkdirSync(join(dir, 'state'));
    writeFileSync(join(dir, 'state/root'), 'x');
    writeFileSync(join(dir, 'state/user'), 'x');
    attribute('my $value = "yes"; syscall($set, $file, $name, $value, 3, 0) == 0 or die $!', join(dir, 'state/user'));
    for (const name of ['state', 'state/root']) chownSync(join(dir, name), OURS, OURS);
    const { first } = findRange(OURS) as IdRange;
    chownSync(join(dir, 'state/user'), first + 999, first + 32);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('have the owners of the machines, which are others on the host of another data folder', async () => {
    await pack(join(dir, 'tar'), join(dir, 'state'), []);
    await unpackAs(THEIRS, join(dir, 'tar'), join(dir, 'again'));
    const { first } = findRange(THEIRS) as IdRange;
    const owners = ['.', 'root', 'user']
      .map((name) => lstatSync(join(dir, 'again', name)))
      .map(({ uid, gid }) => [uid, gid]);
    expect(owners).toEqual([
      [THEIRS, THEIRS],
      [THEIRS, THEIRS],
      [first + 999, first + 32],
    ]);
    const read = 'my $text = "-" x 3; syscall($get, $file, $name, $text, 3) == 3 or die $!; print $text';
    expect(attribute(read, join(dir, 'again/user'))).toBe('yes');
  });

  it('that name users of the host are unpacked as of one user', async () => {
    rmSync(join(dir, 'state/user'));
    execFileSync('tar', [
      '--create',
      '--xattrs',
      '--numeric-owner',
      '-f',
      join(dir, 'tar'),
      '-C',
      join(dir, 'state'),
      '.',
    ]);
    await unpackAs(THEIRS, join(dir, 'tar'), join(dir, 'again'));
    expect(lstatSync(join(dir, 'again/root')).uid).toBe(THEIRS);
  });
});
