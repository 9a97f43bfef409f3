import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SavedStates } from '#lib/local/state/saved.ts';
import { settleExchange } from '#lib/local/state/swap.ts';
import { newDataDir, save, words, write } from './folder.ts';

let dir: string;
beforeEach(async () => {
  dir = await newDataDir();
  await write(dir, 'saved');
  await save(dir, 'kept');
  await write(dir, 'present');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const program = fileURLToPath(new URL('killed.ts', import.meta.url));

/**
 * Does something in a copy of the data folder as often as it has steps that change the disk, and is killed before
 * another one each time. Answers what `look` sees in the copies afterwards.
 */
async function killedAtEachStep<T>(what: 'load' | 'save', look: (copy: string) => T | Promise<T>): Promise<T[]> {
  const seen: T[] = [];
  for (let at = 1, done = false; !done; at += 1) {
    const copy = `${dir}-${at}`;
    cpSync(dir, copy, { recursive: true });
    const { stdout, signal, stderr } = spawnSync(process.execPath, [program, what, copy, `${at}`], {
      encoding: 'utf8',
    });
    done = stdout === 'done\n';
    if (!done) expect([signal, stderr]).toEqual(['SIGKILL', '']);
    seen.push(await look(copy));
    rmSync(copy, { recursive: true });
  }
  return seen;
}

test('a load that is killed at any moment leaves the old state or the new one, and nothing else', async () => {
  const said = await killedAtEachStep('load', async (copy) => {
    await settleExchange(copy);
    expect(readdirSync(copy).filter((name) => name.startsWith('swap'))).toEqual([]);
    return words(copy);
  });
  // Old until the table is committed, new from then on.
  const turn = said.findIndex(([word]) => word === 'saved');
  expect(turn).toBeGreaterThan(10);
  expect(said).toEqual(said.map((_, index) => [index < turn ? 'present' : 'saved']));
});

test('a save that is killed at any moment leaves the state of that name as it was, or replaces it', async () => {
  const sizes = await killedAtEachStep('save', (copy) => {
    const states = new SavedStates(copy);
    const [one, ...others] = states.list();
    expect([one?.name, one?.problem, others]).toEqual(['kept', null, []]);
    return states.open('kept').manifest.now;
  });
  const turn = sizes.indexOf('2031-01-01T00:00:00.000Z');
  expect(turn).toBeGreaterThan(10);
  expect(new Set(sizes.slice(0, turn))).toEqual(new Set(['2030-01-02T03:04:05.678Z']));
  expect(new Set(sizes.slice(turn))).toEqual(new Set(['2031-01-01T00:00:00.000Z']));
});
