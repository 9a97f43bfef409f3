import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { KeyFileError, keyFileReader, replaceKeyFile } from '#lib/drivers/secrets/key-file.ts';
import { startChild } from '#test/lib/drivers/secrets/children.ts';
import { useKeyFolder } from '#test/lib/drivers/secrets/key-folder.ts';

const folder = await useKeyFolder();
const program = new URL('./make-keys.ts', import.meta.url);

/** A kind whose files hold the number of times that one was generated. */
function counting() {
  let made = 0;
  const reader = keyFileReader({
    parse: (text) => ({ made: JSON.parse(text) as number }),
    generate: async () => String(++made),
    secret: true,
  });
  return { reader, made: () => made };
}

test('the first use makes the file and its folders, for the owner alone', async () => {
  const path = join(folder, 'a', 'b', 'keys.json');
  expect(await counting().reader(path)).toEqual({ made: 1 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(folder, 'a', 'b'))).toEqual(['keys.json']);
});

test('concurrent first uses in one process generate once and get the same object', async () => {
  const { reader, made } = counting();
  const path = join(folder, 'once.json');
  const values = await Promise.all(Array.from({ length: 8 }, () => reader(path)));
  expect(new Set(values).size).toBe(1);
  expect(made()).toBe(1);
});

test.each(['signing', 'secret'])('concurrent first uses by processes yield one %s key', async (kind) => {
  const keys = join(folder, `${kind}-race`);
  vi.stubEnv('SVC_SIGNING_KEY_FILE', join(keys, 'keys.json'));
  vi.stubEnv('SVC_SECRET_KEY_FILE', join(keys, 'keys.json'));
  const children = await Promise.all(Array.from({ length: 4 }, () => startChild(program, [kind])));
  for (const child of children) child.go();
  const ids = await Promise.all(children.map((child) => child.nextLine()));
  await Promise.all(children.map((child) => child.exited));
  expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{12,43}$/);
  expect(new Set(ids).size).toBe(1);
  expect(await readdir(keys)).toEqual(['keys.json']);
});

test('a process killed while it makes files leaves only whole ones', async () => {
  const files = join(folder, 'killed');
  await mkdir(files);
  const child = await startChild(program, ['forever', files]);
  child.go();
  for (let n = 0; n < 5; n++) await child.nextLine();
  child.kill();
  await child.exited;
  const whole = (await readdir(files)).filter((name) => !name.endsWith('.tmp'));
  expect(whole.length).toBeGreaterThanOrEqual(5);
  for (const name of whole) {
    expect(JSON.parse(await readFile(join(files, name), 'utf8')).filler).toHaveLength(200_000);
  }
});

test('an existing file is never overwritten by first use', async () => {
  const path = join(folder, 'kept.json');
  await writeFile(path, '41', { mode: 0o600 });
  const { reader, made } = counting();
  expect(await reader(path)).toEqual({ made: 41 });
  expect(made()).toBe(0);
});

test('a replaced file is noticed by a fresh look; an unchanged one keeps its object', async () => {
  const path = join(folder, 'replaced.json');
  const { reader } = counting();
  const before = await reader(path);
  expect(await reader(path, true)).toBe(before);
  await replaceKeyFile(path, '77');
  expect(await reader(path, true)).toEqual({ made: 77 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a file that vanishes under a running process is not replaced by new keys', async () => {
  const path = join(folder, 'vanished.json');
  const { reader, made } = counting();
  const before = await reader(path);
  await rm(path);
  expect(await reader(path, true)).toBe(before);
  expect(made()).toBe(1);
});

test('a file that others may read is refused with the remedy', async () => {
  const path = join(folder, 'open.json');
  await writeFile(path, '1');
  await chmod(path, 0o644);
  const reading = counting().reader(path);
  await expect(reading).rejects.toThrow(`key file ${path} is open to other users; run: chmod 600 ${path}`);
  await expect(reading).rejects.toBeInstanceOf(KeyFileError);
});

test('a malformed file is refused by name, its content unsaid, and read again once it is mended', async () => {
  const path = join(folder, 'malformed.json');
  await writeFile(path, 'hunter2{', { mode: 0o600 });
  const { reader } = counting();
  const error = await reader(path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: `key file ${path}: not a key file of this version` });
  expect(inspect(error)).not.toContain('hunter2');
  await writeFile(path, '5', { mode: 0o600 });
  expect(await reader(path)).toEqual({ made: 5 });
});

test('a folder that cannot be made and a file that must exist are refused in one sentence', async () => {
  const blocked = join(folder, 'blocked');
  await writeFile(blocked, '');
  await expect(counting().reader(join(blocked, 'sub', 'keys.json'))).rejects.toThrow(
    /^key file .* cannot be read \(ENOTDIR\)$/,
  );
  const absent = join(folder, 'absent.json');
  const reader = keyFileReader({ parse: JSON.parse, secret: false });
  await expect(reader(absent)).rejects.toThrow(`key file ${absent} does not exist`);
});
