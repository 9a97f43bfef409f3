import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeForsaken } from '#lib/agent/hosted/forsaken.ts';
import { codeFolder, noteCode, noteOwner } from '#lib/agent/hosted/homes.ts';
import { markOf } from '#lib/runtime/system/processes.ts';

let base: string;
let system: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'svc-forsaken-'));
  system = join(base, 'system');
});
afterEach(() => rmSync(base, { recursive: true }));

/** A system folder with a machine in it, of a data folder that exists. */
async function homeOf(name: string): Promise<{ home: string; data: string }> {
  const home = join(system, name);
  const data = join(base, 'data', name, 'machines');
  mkdirSync(join(home, 'state', 'machines', 'i-1'), { recursive: true });
  mkdirSync(data, { recursive: true });
  await noteOwner(home, data);
  return { home, data };
}

it('removes what belongs to deleted data folders, and nothing else', async () => {
  const kept = await homeOf('0000000000000001');
  const forsaken = await homeOf('0000000000000002');
  const moved = await homeOf('0000000000000003');
  rmSync(forsaken.data, { recursive: true });
  rmSync(join(base, 'data', '0000000000000003'), { recursive: true });
  mkdirSync(join(system, 'not-ours'));
  await removeForsaken(system);
  expect([kept, forsaken, moved].map(({ home }) => existsSync(home))).toEqual([true, false, false]);
  expect(existsSync(join(system, 'not-ours'))).toBe(true);
});

it('keeps what is in use, what does not say whose it is, and what was on a file system that is not there now', async () => {
  const used = await homeOf('0000000000000001');
  writeFileSync(join(used.home, 'state', 'runtime.json'), JSON.stringify({ runtime: markOf(process.pid) }));
  const nameless = await homeOf('0000000000000002');
  rmSync(join(nameless.home, 'data-dir'));
  const away = await homeOf('0000000000000003');
  writeFileSync(join(away.home, 'data-dir'), JSON.stringify({ path: away.data, device: -1 }));
  rmSync(join(base, 'data'), { recursive: true });
  await removeForsaken(system);
  expect([used, nameless, away].map(({ home }) => existsSync(home))).toEqual([true, true, true]);
});

it('finishes a removal that was cut off, and removes sixteen at most', async () => {
  const homes: string[] = [];
  for (let i = 10; i < 30; i++) homes.push((await homeOf(`00000000000000${i}`)).home);
  mkdirSync(join(system, '0000000000000001.removed', 'state'), { recursive: true });
  rmSync(join(base, 'data'), { recursive: true });
  await removeForsaken(system);
  expect(existsSync(join(system, '0000000000000001.removed'))).toBe(false);
  expect(homes.filter(existsSync)).toHaveLength(4);
});

it('removes copies of the code that no home uses, once they have rested for an hour', async () => {
  const { home } = await homeOf('0000000000000001');
  const copies = ['used', 'left', 'fresh'].map((name) => join(codeFolder(system), name));
  for (const folder of copies) mkdirSync(folder, { recursive: true });
  const [used = '', left = ''] = copies;
  const hourAgo = new Date(Date.now() - 3_600_001);
  for (const folder of [used, left]) utimesSync(folder, hourAgo, hourAgo);
  await noteCode(home, used);
  await removeForsaken(system);
  expect(copies.map(existsSync)).toEqual([true, false, true]);
});

it('replaces the copy of the code that a home of an earlier version has', async () => {
  const { home } = await homeOf('0000000000000001');
  mkdirSync(join(home, 'code', '0123456789abcdef', 'lib'), { recursive: true });
  await noteCode(home, join(codeFolder(system), 'used'));
  expect(readlinkSync(join(home, 'code'))).toBe(join(codeFolder(system), 'used'));
});
