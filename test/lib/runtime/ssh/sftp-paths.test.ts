import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  NO_ATTRIBUTES,
  OPEN,
  REQUEST,
  SftpClient,
  statusOf,
  text,
  u32,
} from '#test/lib/runtime/support/sftp-client.ts';

let folder: string;
let client: SftpClient;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'svc-sftp-')));
  client = await SftpClient.greeted(folder);
});

afterEach(async () => {
  expect([await client.close(), client.complaints]).toEqual([0, '']);
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);
const extended = (name: string, ...body: Buffer[]) =>
  client.status(REQUEST.EXTENDED, text(`${name}@openssh.com`), ...body);
const NONE = '2 No such file or directory';
const OK = '0 Success';

/** The first name of a NAME. */
async function nameOf(type: number, ...body: Buffer[]): Promise<string> {
  const reply = await client.ask(type, ...body);
  if (reply.type !== 104) return statusOf(reply);
  return reply.body.subarray(8, 8 + reply.body.readUInt32BE(4)).toString();
}

describe('an sftp server and paths', () => {
  it('renames over nothing, and over something where that is asked for', async () => {
    await writeFile(at('a'), 'a');
    await writeFile(at('b'), 'b');
    await mkdir(at('d'));
    await symlink('none', at('link'));
    for (const [from, to] of [
      ['a', 'b'],
      ['a', 'd'],
      ['d', 'a'],
      ['a', 'a'],
      ['d', 'link'],
      ['a', 'link'],
    ] as const) {
      expect(await client.status(REQUEST.RENAME, text(from), text(to))).toBe('4 File exists');
    }
    for (const [from, to] of [
      ['a', 'c'],
      ['d', 'e'],
      ['link', 'other'],
    ] as const) {
      expect(await client.status(REQUEST.RENAME, text(from), text(to))).toBe(OK);
    }
    expect([await readFile(at('c'), 'utf8'), await readlink(at('other')), (await stat(at('c'))).nlink]).toEqual([
      'a',
      'none',
      1,
    ]);
    expect(await client.status(REQUEST.RENAME, text('a'), text('x'))).toBe(NONE);
    expect(await client.status(REQUEST.RENAME, text('c'), text('none/x'))).toBe(NONE);
    expect(await extended('posix-rename', text('c'), text('b'))).toBe(OK);
    expect(await readFile(at('b'), 'utf8')).toBe('a');
  });

  it('makes and removes folders and links', async () => {
    expect(await client.status(REQUEST.MKDIR, text('d'), u32(4), u32(0o700))).toBe(OK);
    expect((await stat(at('d'))).mode & 0o7777).toBe(0o700);
    expect(await client.status(REQUEST.MKDIR, text('d'), NO_ATTRIBUTES)).toBe('4 File exists');
    expect(await client.status(REQUEST.REMOVE, text('d'))).toMatch(/^(4 Is a directory|3 Operation not permitted)$/);
    await writeFile(at('d/a'), 'a');
    expect(await client.status(REQUEST.RMDIR, text('d'))).toBe('4 Directory not empty');
    // OpenSSH's order: what the link says comes first.
    expect(await client.status(REQUEST.SYMLINK, text('d/a'), text('link'))).toBe(OK);
    expect(await nameOf(REQUEST.READLINK, text('link'))).toBe('d/a');
    expect(await nameOf(REQUEST.READLINK, text('d'))).toBe('4 Invalid argument');
    expect(await extended('hardlink', text('d/a'), text('b'))).toBe(OK);
    expect((await stat(at('b'))).nlink).toBe(2);
    expect(await client.status(REQUEST.REMOVE, text('link'))).toBe(OK);
    expect(await client.status(REQUEST.REMOVE, text('d/a'))).toBe(OK);
    expect(await client.status(REQUEST.RMDIR, text('d'))).toBe(OK);
    expect(await client.status(REQUEST.REMOVE, text('/proc/version'))).toMatch(/^3 /);
  });

  it('says where a path leads, also one whose last part is to be made', async () => {
    await mkdir(at('d/e'), { recursive: true });
    await symlink('d', at('link'));
    const { homedir } = userInfo();
    const paths = { '': '', '.': '', 'link/e/..': '/d', './/link/new': '/d/new' };
    for (const [path, real] of Object.entries(paths))
      expect(await nameOf(REQUEST.REALPATH, text(path))).toBe(folder + real);
    expect(await nameOf(REQUEST.REALPATH, text('none/x'))).toMatch(/^2 /);
    expect(await nameOf(REQUEST.EXTENDED, text('expand-path@openssh.com'), text('~/link/new'))).toBe(at('d/new'));
    const home = text(`~${userInfo().username}`);
    expect(await nameOf(REQUEST.EXTENDED, text('expand-path@openssh.com'), home)).toBe(
      await realpath(homedir).catch(() => homedir),
    );
    expect(await nameOf(REQUEST.EXTENDED, text('expand-path@openssh.com'), text('~no-such-user'))).toBe(
      '2 no such user',
    );
  });

  it('tells how full a file system is, by path and by handle', async () => {
    const handle = await client.open('a', OPEN.WRITE | OPEN.CREAT);
    const [block, size] = execFileSync('stat', ['-f', '-c', '%S %b', folder], { encoding: 'utf8' })
      .split(' ')
      .map(Number);
    for (const [name, which] of [
      ['statvfs', text('.')],
      ['fstatvfs', handle],
    ] as const) {
      const { type, body } = await client.ask(REQUEST.EXTENDED, text(`${name}@openssh.com`), which);
      const told = [8, 16].map((offset) => Number(body.readBigUInt64BE(offset)));
      expect([type, body.length, ...told]).toEqual([201, 88, block, size]);
    }
    expect(await extended('statvfs', text('none'))).toBe(NONE);
  });
});

describe('an sftp server and folders', () => {
  it('lists all of a large one, whatever its names are made of', async () => {
    const odd = Buffer.from([0xff, 0x0a, 0x27, 0xc3, 0xa4]);
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), odd]), '');
    for (let name = 0; name < 250; name += 1)
      await link(Buffer.concat([Buffer.from(`${folder}/`), odd]), at(`${name}`));
    const handle = await client.openFolder('.');
    const names: string[] = [];
    for (;;) {
      const { type, body } = await client.ask(REQUEST.READDIR, handle);
      if (type !== 104) break;
      names.push(...namesOf(body));
    }
    const expected = ['.', '..', odd.toString('latin1'), ...Array.from({ length: 250 }, (_, name) => `${name}`)];
    expect(names.sort()).toEqual(expected.sort());
    expect(await client.status(REQUEST.READDIR, handle)).toBe('1 End of file');
    expect(await client.status(REQUEST.OPENDIR, text('none'))).toBe(NONE);
    expect(await client.status(REQUEST.OPENDIR, text('0'))).toBe('2 Not a directory');
  });
});

it('an sftp server writes permissions as ls does', async () => {
  const modes = ['0000', '0754', '4755', '4644', '2755', '2644', '1777', '1666', '7777', '7000'];
  for (const mode of modes) {
    await writeFile(at(mode), '');
    await chmod(at(mode), Number.parseInt(mode, 8));
  }
  await symlink('none', at('link'));
  execFileSync('mkfifo', [at('fifo')]);
  const { body } = await client.ask(REQUEST.READDIR, await client.openFolder('.'));
  const names = [...modes, 'link', 'fifo'];
  const letters = execFileSync('stat', ['-c', '%A', ...names.map(at)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  for (const [place, name] of names.entries()) {
    expect(body.toString('latin1')).toMatch(new RegExp(`${letters[place]} +\\d+ [^\\n]+ ${name}\\0`));
  }
});

/** The names in a NAME, each followed by its line of a listing and its attributes. */
function namesOf(body: Buffer): string[] {
  const names: string[] = [];
  for (let from = 4; from < body.length; ) {
    const name = body.subarray(from + 4, from + 4 + body.readUInt32BE(from)).toString('latin1');
    from += 4 + name.length;
    const line = body.subarray(from + 4, from + 4 + body.readUInt32BE(from)).toString('latin1');
    expect(line).toMatch(/^[-d]([-r][-w][-xt]){3} /);
    expect(line.endsWith(` ${name}`)).toBe(true);
    from += 4 + line.length + 32;
    names.push(name);
  }
  return names;
}
