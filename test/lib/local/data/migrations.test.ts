import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Migration, migrate, migrations } from '#lib/local/data/migrations.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-migrations-'));
  mkdirSync(join(dir, 'sub'));
  writeFileSync(join(dir, 'state'), 'one');
  writeFileSync(join(dir, 'sub/more'), 'more');
  writeFileSync(join(dir, 'lock'), 'held');
  writeFileSync(join(dir, 'format'), '1\n');
});
afterEach(() => rmSync(dir, { recursive: true }));

const text = (name: string) => readFileSync(join(dir, name), 'utf8');
const append = (to: number, word: string): Migration => ({
  to,
  name: word,
  run: (path) => writeFileSync(join(path, 'state'), `${readFileSync(join(path, 'state'), 'utf8')},${word}`),
});

test('the migrations are numbered from 2, one by one', () => {
  expect(migrations.map(({ to }) => to)).toEqual(migrations.map((_, i) => i + 2));
});

test('state is brought forward step by step, after a copy of all of it but the lock', async () => {
  await migrate(dir, [append(2, 'two'), append(3, 'three')]);
  expect(text('state')).toBe('one,two,three');
  expect(text('format')).toBe('3\n');
  expect(text('backups/format-1/state')).toBe('one');
  expect(readdirSync(join(dir, 'backups/format-1')).sort()).toEqual(['format', 'state', 'sub']);
  expect(text('backups/format-1/sub/more')).toBe('more');
});

test('steps that state has passed are not run again', async () => {
  await migrate(dir, [append(2, 'two')]);
  await migrate(dir, [append(2, 'two'), append(3, 'three')]);
  expect(text('state')).toBe('one,two,three');
  expect(text('backups/format-2/state')).toBe('one,two');
});

test('a migration that was cut off starts again from the copy, whatever it had done', async () => {
  const cutOff: Migration = {
    to: 2,
    name: 'cut off',
    run(path) {
      writeFileSync(join(path, 'state'), 'half');
      rmSync(join(path, 'sub'), { recursive: true });
      writeFileSync(join(path, 'rubbish'), '');
      throw new Error('power cut');
    },
  };
  await expect(migrate(dir, [cutOff])).rejects.toThrow('power cut');
  await migrate(dir, [append(2, 'two')]);
  expect(text('state')).toBe('one,two');
  expect(text('sub/more')).toBe('more');
  expect(text('lock')).toBe('held');
  expect(readdirSync(dir).sort()).toEqual(['backups', 'format', 'lock', 'state', 'sub']);
});

test('a cut-off second step starts again from the first', async () => {
  const fails: Migration = { to: 3, name: 'fails', run: () => Promise.reject(new Error('disk full')) };
  await expect(migrate(dir, [append(2, 'two'), fails])).rejects.toThrow('disk full');
  expect(text('format')).toBe('2\n');
  await migrate(dir, [append(2, 'two'), append(3, 'three')]);
  expect(text('state')).toBe('one,two,three');
});
