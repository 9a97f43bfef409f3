import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exchange } from '#lib/local/state/exchange.ts';
import { loadClosed } from '#lib/local/state/load-closed.ts';
import type { Part } from '#lib/local/state/part.ts';
import { SavedStates } from '#lib/local/state/saved.ts';
import { stageEmpty, stageSaved } from '#lib/local/state/stage.ts';
import { newDataDir, save, words, write } from './folder.ts';

const anyPlatform = { driver: undefined, elsewhere: undefined };
let dir: string;
beforeEach(async () => {
  dir = await newDataDir();
  await write(dir, 'saved');
  await save(dir, 'kept');
  await write(dir, 'present');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a loaded state is there as it was saved; its clock goes on from then', async () => {
  expect(words(dir)).toEqual(['present']);
  await loadClosed(dir, 'kept', anyPlatform);
  expect(words(dir)).toEqual(['saved']);
  const { offset_ms } = JSON.parse(readFileSync(join(dir, 'clock.json'), 'utf8'));
  const since = Date.now() + offset_ms - Date.parse('2030-01-02T03:04:05.678Z');
  expect(since).toBeGreaterThanOrEqual(0);
  expect(since).toBeLessThan(60_000);
  await expect.poll(() => readdirSync(dir).filter((name) => name.startsWith('swap'))).toEqual([]);
});

test('each exchange has a generation of its own, also after a restart', async () => {
  const { folder, manifest } = new SavedStates(dir).open('kept');
  const first = await exchange(dir, [], await stageSaved(dir, folder, manifest));
  const second = await exchange(dir, [], await stageEmpty(dir));
  expect([first, second]).toEqual(['1', '2']);
  await write(dir, 'again');
  expect(await exchange(dir, [], await stageSaved(dir, folder, manifest))).toBe('3');
});

test('an empty state has no contents, and the keys of the installation', async () => {
  await exchange(dir, [], await stageEmpty(dir));
  expect(words(dir)).toEqual(['present', 'nothing']);
  expect(readFileSync(join(dir, 'keys/signing.json'), 'utf8')).toBe('present\n');
  expect(existsSync(join(dir, 's3/blobs'))).toBe(false);
});

test('where a part cannot be opened on the new state, the old one is there again and open', async () => {
  const calls: string[] = [];
  const part = (name: string, opens: boolean): Part => ({
    release: async () => void calls.push(`${name} lets go`),
    async reopen() {
      const word = readFileSync(join(dir, 'gateway/journal.jsonl'), 'utf8').trim();
      calls.push(`${name} opens ${word}`);
      if (!opens && word === 'saved') throw new Error('the disk is full');
    },
  });
  const { folder, manifest } = new SavedStates(dir).open('kept');
  const next = await stageSaved(dir, folder, manifest);
  await expect(exchange(dir, [part('one', true), part('other', false)], next)).rejects.toThrow('the disk is full');
  expect(calls).toEqual([
    ...['one lets go', 'other lets go', 'one opens saved', 'other opens saved'],
    ...['one lets go', 'one opens present', 'other opens present'],
  ]);
  expect(words(dir)).toEqual(['present']);
});
