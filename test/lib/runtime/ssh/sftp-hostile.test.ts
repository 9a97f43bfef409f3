import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  NO_ATTRIBUTES,
  OPEN,
  packet,
  REQUEST,
  SftpClient,
  statusOf,
  text,
  u32,
  u64,
} from '#test/lib/runtime/support/sftp-client.ts';

let folder: string;
let client: SftpClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-sftp-'));
  client = await SftpClient.greeted(folder);
});

afterEach(async () => {
  client.process.kill('SIGKILL');
  await client.ended;
  await rm(folder, { recursive: true, force: true });
});

const KiB = 1024;
const LONGEST = 256 * KiB;

describe('an sftp server and packets that no client sends', () => {
  it.each([
    ['more than the longest', u32(LONGEST + 1), `a packet of ${LONGEST + 1} bytes`],
    ['the most that can be written', u32(0xffffffff), 'a packet of 4294967295 bytes'],
    ['too few for a request', u32(4), 'a packet of 4 bytes'],
    ['nothing', u32(0), 'a packet of 0 bytes'],
  ])('ends at a length of %s, and sends what it had answered', async (_name, length, words) => {
    client.send(packet(REQUEST.REALPATH, u32(7), text('/')), length);
    expect((await client.next()).body.readUInt32BE(0)).toBe(7);
    expect(await client.ended).toBe(1);
    expect(client.complaints).toBe(`sftp-server: ${words}\n`);
  });

  it('ends at a request before the greeting, and at a second greeting', async () => {
    const early = new SftpClient(folder);
    early.send(packet(REQUEST.STAT, u32(1), text('/')));
    expect([await early.ended, early.complaints]).toEqual([1, 'sftp-server: a request before the greeting\n']);
    client.send(packet(REQUEST.INIT, u32(3)));
    expect([await client.ended, client.complaints]).toEqual([1, 'sftp-server: a second greeting\n']);
  });

  it('ends in peace when the client leaves in the middle of a packet', async () => {
    client.send(packet(REQUEST.STAT, u32(1), text('/')).subarray(0, 9));
    expect([await client.close(), client.complaints]).toEqual([0, '']);
  });

  it('takes a packet that comes byte by byte', async () => {
    for (const byte of packet(REQUEST.REALPATH, u32(9), text('/'))) {
      await new Promise((resolve) => client.process.stdin?.write(Buffer.from([byte]), resolve));
    }
    expect((await client.next()).type).toBe(104);
  });

  it('answers a request that breaks off before its end, and goes on', async () => {
    const handle = await client.open('file', OPEN.WRITE | OPEN.CREAT);
    const short = '5 the packet is too short';
    const requests: [number, ...Buffer[]][] = [
      [REQUEST.STAT],
      [REQUEST.STAT, u32(100), Buffer.from('/')],
      [REQUEST.STAT, u32(0xffffffff)],
      [REQUEST.OPEN, text('x'), u32(OPEN.CREAT)],
      [REQUEST.OPEN, text('x'), u32(OPEN.CREAT), u32(1), u32(0)],
      [REQUEST.SETSTAT, text('file'), u32(0x80000000), u32(0xffffffff), text('a'), text('b')],
      [REQUEST.WRITE, handle, u64(0), u32(10), Buffer.from('short')],
      [REQUEST.READ, handle, u64(0)],
      [REQUEST.EXTENDED],
      [REQUEST.RENAME, text('file')],
    ];
    for (const [type, ...body] of requests) expect(await client.status(type, ...body)).toBe(short);
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('');
    await expect(stat(join(folder, 'x'))).rejects.toThrow('ENOENT');
    expect(await client.status(REQUEST.CLOSE, handle)).toBe('0 Success');
  });

  it('answers requests and extensions that it does not know', async () => {
    for (const type of [2, 21, 99, 101, 105, 199, 201, 255]) {
      expect(await client.status(type, text('x'))).toBe('8 this request is not served');
    }
    expect(await client.status(REQUEST.EXTENDED, text('x@example.com'))).toBe('8 this extension is not served');
  });

  it('serves no handle that it did not give, has ended, or gave for something else', async () => {
    await writeFile(join(folder, 'file'), 'words');
    const file = await client.open('file', OPEN.READ);
    const ended = await client.open('file', OPEN.READ);
    const names = await client.openFolder('.');
    expect(await client.status(REQUEST.CLOSE, ended)).toBe('0 Success');
    const none = '4 no such handle';
    for (const handle of [text(''), text('xxxx'), text(Buffer.alloc(4)), text('y'.repeat(300)), ended, names]) {
      expect(await client.read(handle, 0, 1)).toBe(none);
      expect(await client.write(handle, 0, 'x')).toBe(none);
      expect(await client.status(REQUEST.FSTAT, handle)).toBe(none);
      expect(await client.status(REQUEST.FSETSTAT, handle, NO_ATTRIBUTES)).toBe(none);
    }
    expect(await client.status(REQUEST.READDIR, file)).toBe(none);
    expect(await client.status(REQUEST.CLOSE, ended)).toBe(none);
    expect(await client.write(file, 0, 'x')).toBe('4 Bad file descriptor');
  });

  it('keeps a thousand handles, and takes more when some have been closed', async () => {
    const first = await client.open('/dev/null', OPEN.READ);
    for (let more = 1; more < 1000; more += 1) await client.open('/dev/null', OPEN.READ);
    expect(await client.status(REQUEST.OPEN, text('/dev/null'), u32(OPEN.READ), NO_ATTRIBUTES)).toBe(
      '4 too many handles are open',
    );
    expect(await client.status(REQUEST.OPENDIR, text('.'))).toBe('4 too many handles are open');
    expect(await client.status(REQUEST.OPEN, text('made'), u32(OPEN.CREAT | OPEN.WRITE), NO_ATTRIBUTES)).toBe(
      '4 too many handles are open',
    );
    await expect(stat(join(folder, 'made'))).rejects.toThrow('ENOENT');
    await client.status(REQUEST.CLOSE, first);
    expect(await client.openFolder('.')).not.toEqual(first);
  });

  it('reads no path up to a zero byte', async () => {
    await writeFile(join(folder, 'file'), '');
    const path = text('file\0.txt');
    const zero = '5 a path holds a zero byte';
    for (const type of [
      REQUEST.STAT,
      REQUEST.LSTAT,
      REQUEST.REMOVE,
      REQUEST.RMDIR,
      REQUEST.READLINK,
      REQUEST.REALPATH,
      REQUEST.OPENDIR,
    ]) {
      expect(await client.status(type, path)).toBe(zero);
    }
    expect(await client.status(REQUEST.OPEN, path, u32(OPEN.READ), NO_ATTRIBUTES)).toBe(zero);
    expect(await client.status(REQUEST.RENAME, text('file'), path)).toBe(zero);
    expect(await client.status(REQUEST.SYMLINK, path, text('link'))).toBe(zero);
    expect(await client.status(REQUEST.EXTENDED, text('statvfs@openssh.com'), path)).toBe(zero);
  });

  it('does not wait for the other end of a FIFO', async () => {
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const reader = await client.open('fifo', OPEN.READ);
    expect(await client.read(reader, 0, 10)).toBe('1 End of file');
    const writer = await client.open('fifo', OPEN.WRITE);
    expect(await client.read(reader, 0, 10)).toBe('4 Resource temporarily unavailable');
    expect(await client.write(writer, 0, Buffer.alloc(200 * KiB))).toBe('4 Resource temporarily unavailable');
    await client.status(REQUEST.CLOSE, reader);
    await client.status(REQUEST.CLOSE, writer);
    expect(await client.status(REQUEST.OPEN, text('fifo'), u32(OPEN.WRITE), NO_ATTRIBUTES)).toBe(
      '4 No such device or address',
    );
  });

  it('takes requests from a client that does not read, and then answers all', async () => {
    await writeFile(join(folder, 'file'), Buffer.alloc(LONGEST));
    const handle = await client.open('file', OPEN.READ | OPEN.WRITE);
    client.process.stdout?.pause();
    const asked = 64;
    for (let id = 0; id < asked; id += 1) client.send(packet(REQUEST.READ, u32(id), handle, u64(0), u32(LONGEST)));
    // More than a socket keeps, so that the server has to take it while its replies wait.
    const writes = [1, 2, 3, 4].map((more) =>
      packet(REQUEST.WRITE, u32(asked + more), handle, u64(0), text(Buffer.alloc(200 * KiB))),
    );
    await new Promise((resolve) => client.process.stdin?.write(Buffer.concat(writes), resolve));
    client.process.stdout?.resume();
    for (let id = 0; id < asked; id += 1) {
      const { type, body } = await client.next();
      expect([type, body.readUInt32BE(0), body.readUInt32BE(4)]).toEqual([103, id, LONGEST - KiB]);
    }
    for (const more of [1, 2, 3, 4]) {
      const { type, body } = await client.next();
      expect(body.readUInt32BE(0)).toBe(asked + more);
      expect(statusOf({ type, body: body.subarray(4) })).toBe('0 Success');
    }
  });
});
