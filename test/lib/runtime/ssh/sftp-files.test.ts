import { chmod, lstat, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  NO_ATTRIBUTES,
  OPEN,
  packet,
  REQUEST,
  SftpClient,
  text,
  u32,
  u64,
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

describe('an sftp server and offsets', () => {
  it('goes past 4 GiB, and past the end', async () => {
    const far = 5 * 1024 ** 3 + 7;
    const handle = await client.open('sparse', OPEN.READ | OPEN.WRITE | OPEN.CREAT);
    expect(await client.write(handle, far, 'there')).toBe('0 Success');
    expect(await client.read(handle, far, 100)).toEqual(Buffer.from('there'));
    expect(await client.read(handle, far - 2, 4)).toEqual(Buffer.from('\0\0th'));
    expect(await client.read(handle, far + 5, 100)).toBe('1 End of file');
    expect(await client.read(handle, far + 10 ** 12, 100)).toBe('1 End of file');
    expect(await client.read(handle, 0, 0)).toEqual(Buffer.alloc(0));
    const { body } = await client.ask(REQUEST.FSTAT, handle);
    expect(body.readBigUInt64BE(4)).toBe(BigInt(far + 5));
    expect(await client.status(REQUEST.FSETSTAT, handle, u32(1), u64(6 * 1024 ** 3))).toBe('0 Success');
    expect((await stat(join(folder, 'sparse'))).size).toBe(6 * 1024 ** 3);
  });

  it('refuses those that no file can have', async () => {
    const handle = await client.open('file', OPEN.READ | OPEN.WRITE | OPEN.CREAT);
    for (const offset of [2n ** 63n, 2n ** 64n - 1n]) {
      expect(await client.read(handle, offset, 1)).toBe('4 the number is too large');
      expect(await client.write(handle, offset, 'x')).toBe('4 the number is too large');
      expect(await client.status(REQUEST.FSETSTAT, handle, u32(1), u64(offset))).toBe('4 the number is too large');
    }
    expect(await client.write(handle, 2n ** 63n - 1n, 'x')).toMatch(/^4 (Invalid argument|File too large)$/);
    expect(await client.write(handle, 0, 'still served')).toBe('0 Success');
    expect(await client.read(handle, 0, 2 ** 32 - 1)).toEqual(Buffer.from('still served'));
  });
});

describe('an sftp server and files', () => {
  it('greets with version 3 and its extensions', async () => {
    const other = new SftpClient(folder);
    other.send(packet(REQUEST.INIT, u32(6), text('unknown@example.com'), text('1')));
    const { type, body } = await other.next();
    expect([type, body.readUInt32BE(0)]).toEqual([2, 3]);
    const told = body.toString('latin1');
    for (const name of [
      'posix-rename',
      'hardlink',
      'fsync',
      'limits',
      'expand-path',
      'statvfs',
      'fstatvfs',
      'lsetstat',
    ]) {
      expect(told).toContain(`${name}@openssh.com`);
    }
    expect(await other.close()).toBe(0);
  });

  it('opens them as asked', async () => {
    const writing = OPEN.WRITE | OPEN.CREAT;
    expect(await client.status(REQUEST.OPEN, text('a'), u32(OPEN.WRITE), NO_ATTRIBUTES)).toBe(NONE);
    const made = await client.open('a', writing, Buffer.concat([u32(4), u32(0o640)]));
    expect(await client.write(made, 0, 'first')).toBe(OK);
    expect(await client.read(made, 0, 1)).toBe('4 Bad file descriptor');
    expect(await client.write(made, 2, 'XY')).toBe(OK);
    expect(await readFile(at('a'), 'utf8')).toBe('fiXYt');
    expect((await stat(at('a'))).mode & 0o777).toBe(0o640);
    const more = await client.open('a', OPEN.READ | OPEN.WRITE | OPEN.APPEND);
    expect(await client.write(more, 0, '+1')).toBe(OK);
    expect(await client.read(more, 0, 100)).toEqual(Buffer.from('fiXYt+1'));
    expect(await client.write(more, 0, '+2')).toBe(OK);
    expect(await readFile(at('a'), 'utf8')).toBe('fiXYt+1+2');
    expect(await client.status(REQUEST.OPEN, text('a'), u32(writing | OPEN.EXCL), NO_ATTRIBUTES)).toBe('4 File exists');
    await client.open('a', writing | OPEN.TRUNC);
    expect(await readFile(at('a'), 'utf8')).toBe('');
    const itself = await client.open('.', OPEN.READ);
    expect(await client.read(itself, 0, 10)).toBe('4 Is a directory');
  });

  it('flushes them, and tells its limits', async () => {
    const handle = await client.open('a', OPEN.WRITE | OPEN.CREAT);
    expect(await extended('fsync', handle)).toBe(OK);
    const { type, body } = await client.ask(REQUEST.EXTENDED, text('limits@openssh.com'));
    const numbers = [0, 8, 16, 24].map((offset) => Number(body.readBigUInt64BE(offset)));
    expect([type, ...numbers]).toEqual([201, 262144, 261120, 261120, 1000]);
  });
});

describe('an sftp server and attributes', () => {
  const TIMES = [1_000_000_000, 1_200_000_000] as const;
  const all = Buffer.concat([u32(13), u64(3), u32(0o4711), ...TIMES.map(u32)]);

  it('tells and sets them, by path and by handle', async () => {
    await writeFile(at('a'), 'abcdef');
    await symlink('a', at('link'));
    const handle = await client.open('a', OPEN.READ | OPEN.WRITE);
    for (const set of [
      () => client.status(REQUEST.SETSTAT, text('link'), all),
      () => client.status(REQUEST.FSETSTAT, handle, all),
    ]) {
      await writeFile(at('a'), 'abcdef');
      await chmod(at('a'), 0o600);
      expect(await set()).toBe(OK);
      const { size, mode, atimeMs, mtimeMs } = await stat(at('a'));
      expect([size, mode & 0o7777, atimeMs, mtimeMs]).toEqual([3, 0o4711, TIMES[0] * 1000, TIMES[1] * 1000]);
    }
    const { uid, gid } = userInfo();
    const told = Buffer.concat([u32(15), u64(3), u32(uid), u32(gid), u32(0o104711), ...TIMES.map(u32)]);
    expect(await client.ask(REQUEST.STAT, text('link'))).toEqual({ type: 105, body: told });
    expect(await client.ask(REQUEST.FSTAT, handle)).toEqual({ type: 105, body: told });
    expect((await client.ask(REQUEST.LSTAT, text('link'))).body.readUInt32BE(20) & 0o170000).toBe(0o120000);
    const owner = Buffer.concat([u32(2), u32(uid), u32(gid)]);
    expect(await client.status(REQUEST.SETSTAT, text('a'), owner)).toBe(OK);
  });

  it('sets what can be set, and says what could not', async () => {
    await mkdir(at('d'));
    expect(await client.status(REQUEST.SETSTAT, text('d'), all)).toBe('4 Is a directory');
    const { mode, mtimeMs } = await stat(at('d'));
    expect([mode & 0o7777, mtimeMs]).toEqual([0o4711, TIMES[1] * 1000]);
    expect(await client.status(REQUEST.SETSTAT, text('none'), all)).toBe(NONE);
    expect(await client.status(REQUEST.STAT, text('none'))).toBe(NONE);
    expect(await client.status(REQUEST.LSTAT, text(''))).toBe(NONE);
    expect(await client.status(REQUEST.STAT, text('d/../none/x'))).toBe(NONE);
  });

  it('sets those of a link itself where that is asked for', async () => {
    await writeFile(at('a'), 'abc');
    await symlink('a', at('link'));
    const { mtimeMs } = await stat(at('a'));
    const { uid, gid } = userInfo();
    expect(
      await extended('lsetstat', text('link'), Buffer.concat([u32(10), u32(uid), u32(gid), ...TIMES.map(u32)])),
    ).toBe(OK);
    expect([(await lstat(at('link'))).mtimeMs, (await stat(at('a'))).mtimeMs]).toEqual([TIMES[1] * 1000, mtimeMs]);
    expect(await extended('lsetstat', text('link'), u32(4), u32(0o600))).toBe('8 a link has no permissions');
    expect(await extended('lsetstat', text('a'), u32(4), u32(0o604))).toBe(OK);
    expect((await stat(at('a'))).mode & 0o777).toBe(0o604);
    expect(await extended('lsetstat', text('a'), u32(1), u64(0))).toBe('5 a link has no size to set');
    expect(await extended('lsetstat', text('none'), u32(8), u32(0), u32(0))).toBe(NONE);
  });
});
