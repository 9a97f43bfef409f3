import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSftpServer, SFTP_SERVER } from '#lib/runtime/ssh/sftp.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-sftp-'));
  await mkdir(at('near'));
  await mkdir(at('far'));
  await writeFile(
    at('server'),
    `#!/bin/sh\ncd ${quoted(at('far'))}\nexec ${(SFTP_SERVER ?? []).map(quoted).join(' ')}\n`,
  );
  await chmod(at('server'), 0o755);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What OpenSSH's client says to a batch of commands, and its exit code. */
function sftp(...batch: readonly string[]): Promise<{ code: number | null; told: string }> {
  const child = spawn('sftp', ['-D', at('server'), '-b', '-'], { cwd: at('near'), stdio: 'pipe' });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (data: string) => (told += data));
  child.stdin.end(`${batch.join('\n')}\n`);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, told })));
}

it('is our own wherever there is perl, and fits into one argument', () => {
  expect(SFTP_SERVER?.slice(0, 2)).toEqual(['/usr/bin/perl', '-e']);
  expect(Buffer.byteLength(SFTP_SERVER?.[2] ?? '')).toBeLessThan(128 * 1024);
});

it("is OpenSSH's where there is no perl, and none where there is neither", () => {
  expect(chooseSftpServer('/usr/bin/perl', '/usr/lib/openssh/sftp-server')).toEqual(SFTP_SERVER);
  expect(chooseSftpServer(null, '/usr/lib/openssh/sftp-server')).toEqual(['/usr/lib/openssh/sftp-server']);
  expect(chooseSftpServer(null, null)).toBe(null);
});

it('keeps every byte of a large file both ways, also where a copy goes on that was broken off', async () => {
  const bytes = Buffer.from(Array.from({ length: 20_000_000 }, (_, place) => (place * 7919) >>> 5));
  await writeFile(at('near/large'), bytes);
  await writeFile(at('far/half'), bytes.subarray(0, 7_000_000));
  await writeFile(at('near/part'), bytes.subarray(0, 9_000_000));
  const copies = ['put large', 'reput large half', 'get large back', 'reget large part', 'put -f large flushed'];
  const { code, told } = await sftp(...copies);
  expect({ code, told: told.match(/error|fail|denied/i) }).toEqual({ code: 0, told: null });
  for (const name of ['far/large', 'far/half', 'far/flushed', 'near/back', 'near/part']) {
    expect((await readFile(at(name))).equals(bytes)).toBe(true);
  }
});

it('does what the commands of a session ask', async () => {
  await writeFile(at('near/small'), 'small');
  const { code, told } = await sftp(
    'put small',
    'put small "with space"',
    'chmod 640 small',
    'mkdir sub',
    'rename small sub/moved',
    'ln -s sub/moved soft',
    'ln sub/moved hard',
    'rm "with space"',
    'ls -1',
    'df',
    'cd sub',
    'pwd',
    'get moved',
    'chmod -h 600 ../hard',
  );
  expect({ code, told }).toMatchObject({ code: 0 });
  expect(told).toMatch(/sftp> ls -1\n(.*\n)*hard\n(.*\n)*soft *\nsub *\n/);
  expect(told).toMatch(/%Capacity\n/);
  expect(told).toContain(`Remote working directory: ${at('far/sub')}\n`);
  expect((await stat(at('far/hard'))).mode & 0o777).toBe(0o600);
  expect((await stat(at('far/soft'))).ino).toBe((await stat(at('far/sub/moved'))).ino);
  expect(await readFile(at('near/moved'), 'utf8')).toBe('small');
  expect(await readdir(at('far'))).not.toContain('with space');
});

it.each([
  ['get none', 'none" not found'],
  ['rm none', 'remote delete'],
  ['rmdir sub', 'remote rmdir'],
  ['mkdir sub', 'remote mkdir'],
  ['chmod -h 600 soft', 'Operation unsupported'],
  ['put small /none/small', 'No such file or directory'],
])('says no to: %s', async (command, words) => {
  await mkdir(at('far/sub'), { recursive: true });
  await writeFile(at('far/sub/file'), '');
  await writeFile(at('near/small'), '');
  await rm(at('far/soft'), { force: true });
  const { code, told } = await sftp('ln -s sub soft', command);
  expect(code).toBe(1);
  expect(told).toContain(words);
});
