import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOurs } from '#lib/local/compile-cache.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-compiled-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A folder of this mode. */
const folder = (name: string, mode: number): string => {
  mkdirSync(join(dir, name), { recursive: true });
  chmodSync(join(dir, name), mode);
  return join(dir, name);
};

test('a folder below one of our own is made, for this user alone', () => {
  const cache = join(dir, 'a/b');
  expect(isOurs(cache)).toBe(true);
  expect(statSync(cache).mode & 0o777).toBe(0o700);
  expect(isOurs(cache)).toBe(true);
});

test.each([0o777, 0o775, 0o757])(
  'nothing is kept where others may write, mode %o, and nothing is made there',
  (mode) => {
    expect(isOurs(folder('open', mode))).toBe(false);
    expect(isOurs(join(dir, 'open/cache'))).toBe(false);
    expect(existsSync(join(dir, 'open/cache'))).toBe(false);
  },
);

test('where others can replace what lies above, a folder of our own is not trusted either', () => {
  const inner = folder('open/inner', 0o700);
  chmodSync(join(dir, 'open'), 0o777);
  expect(isOurs(inner)).toBe(false);
});

test('a link counts as what it leads to', () => {
  symlinkSync(folder('open', 0o777), join(dir, 'link'));
  expect(isOurs(join(dir, 'link'))).toBe(false);
  expect(isOurs(join(dir, 'link/cache'))).toBe(false);
});

test.runIf(process.getuid?.() === 0)("another user's folder is not trusted, nor what lies in it", () => {
  const theirs = folder('theirs', 0o755);
  mkdirSync(join(theirs, 'ours'), { mode: 0o700 });
  chownSync(theirs, 65534, 65534);
  expect(isOurs(theirs)).toBe(false);
  expect(isOurs(join(theirs, 'ours'))).toBe(false);
});

/** Where a checkout in `dir` keeps what it has compiled, by what Node and its environment say. */
function keptBy(env: Record<string, string>): { cache: string | undefined; variable: string | undefined } {
  const file = join(folder('lib/local', 0o755), 'compile-cache.mjs');
  copyFileSync(new URL('../../../lib/local/compile-cache.mjs', import.meta.url), file);
  const program = `
    import module from 'node:module';
    const { keepCompiled } = await import(${JSON.stringify(file)});
    keepCompiled(process.env);
    console.log(JSON.stringify({ cache: module.getCompileCacheDir(), variable: process.env.NODE_COMPILE_CACHE }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { HOME: dir, ...env },
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

test('it is kept in the checkout, and the variable tells the host agent', () => {
  folder('node_modules', 0o755);
  const kept = join(dir, 'node_modules/.cache/svc');
  expect(keptBy({})).toEqual({ cache: expect.stringContaining(`${kept}/`), variable: kept });
});

test("where others may write in the checkout it is kept in the user's cache", () => {
  folder('node_modules', 0o777);
  const home = join(dir, '.cache/svc/compiled');
  expect(keptBy({})).toEqual({ cache: expect.stringContaining(`${home}/`), variable: home });
  const other = join(dir, 'xdg/svc/compiled');
  expect(keptBy({ XDG_CACHE_HOME: join(dir, 'xdg') })).toMatchObject({ variable: other });
});

test('where there is no safe place nothing is kept', () => {
  folder('node_modules', 0o777);
  expect(keptBy({ XDG_CACHE_HOME: folder('open', 0o777) })).toEqual({});
});

test('a folder that the user has named stays', () => {
  folder('node_modules', 0o755);
  const named = folder('named', 0o700);
  expect(keptBy({ NODE_COMPILE_CACHE: named })).toEqual({
    cache: expect.stringContaining(`${named}/`),
    variable: named,
  });
});
