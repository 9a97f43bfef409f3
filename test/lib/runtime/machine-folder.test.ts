import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MachineFolder } from '#lib/runtime/machines/machine-folder.ts';

/* The folder of a machine on disks that several hosts reach. */

let dir: string;
const signal = new AbortController().signal;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-folder-'));
  for (const name of ['a', 'b', 'shared']) await mkdir(join(dir, name));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dir, { recursive: true, force: true });
});

const on = (holder: string) =>
  new MachineFolder({ id: 'i-1', folder: join(dir, holder, 'i-1'), shared: { root: join(dir, 'shared'), holder } });
const holder = () => readFile(join(dir, 'shared/i-1/holder'), 'utf8');

/** What runs until it is ended. */
function running() {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  return { ended, end: vi.fn(async () => resolve()) };
}

test('what one host has made another takes over, and the one before leaves it', async () => {
  const [a, b] = [on('a'), on('b')];
  await a.fresh();
  await writeFile(join(dir, 'a/i-1/mark'), 'kept');
  expect(await b.adopt()).toBe(true);
  expect(await readFile(join(dir, 'b/i-1/mark'), 'utf8')).toBe('kept');
  await a.leave();
  expect(await readdir(join(dir, 'a'))).toEqual([]);
  expect(await readFile(join(dir, 'b/i-1/mark'), 'utf8')).toBe('kept');
  await b.remove();
  // Files go in the background.
  await expect.poll(async () => [await readdir(join(dir, 'b')), await readdir(join(dir, 'shared'))]).toEqual([[], []]);
});

test('a machine that ends is let go of, so that another host need not wait', async () => {
  const [a, b] = [on('a'), on('b')];
  await a.fresh();
  await a.hold(signal);
  expect(await holder()).toBe('a');
  const first = running();
  a.guard(first);
  await first.end();
  await a.hold(signal);
  expect(await holder()).toBe('a');
  const second = running();
  a.guard(second);
  await second.end();
  await vi.waitFor(() => expect(holder()).rejects.toMatchObject({ code: 'ENOENT' }));
  await b.hold(signal);
  expect(await holder()).toBe('b');
});

test.each(['has taken', 'has removed'])('what runs here ends where another host %s the machine', async (how) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const a = on('a');
  await a.fresh();
  await a.hold(signal);
  const runs = running();
  a.guard(runs);
  vi.advanceTimersByTime(1000);
  expect(runs.end).not.toHaveBeenCalled();
  const file = join(dir, 'shared/i-1/holder');
  await (how === 'has taken' ? writeFile(file, 'b') : rm(file));
  vi.advanceTimersByTime(1000);
  await runs.ended;
  expect(runs.end).toHaveBeenCalledWith(0);
});

test('a boot that is aborted waits for nobody', async () => {
  const [a, b] = [on('a'), on('b')];
  await a.fresh();
  await a.hold(signal);
  await expect(b.hold(AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
});

test('a folder of its own is neither taken over nor left', async () => {
  const own = new MachineFolder({ id: 'i-1', folder: join(dir, 'a/i-1'), shared: null });
  await own.fresh();
  expect(await own.adopt()).toBe(false);
  expect(() => own.leave()).toThrow('the disks of this host are its own');
  await own.hold(signal);
  expect(await readdir(join(dir, 'a/i-1'))).toEqual([]);
});
