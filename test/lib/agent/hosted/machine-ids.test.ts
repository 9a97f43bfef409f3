import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimIds, idsFolder, type MachineIds } from '#lib/agent/hosted/machine-ids.ts';

const RANGE = 65_536;
const RANGES = 281;

let system: string;
beforeEach(() => {
  system = mkdtempSync(join(tmpdir(), 'svc-ids-'));
});
afterEach(() => rmSync(system, { recursive: true }));

/** A home with the disks of these machines. */
function homeWith(name: string, ...machines: string[]): string {
  const home = join(system, name.repeat(16));
  for (const machine of machines) mkdirSync(join(home, 'state/machines', machine), { recursive: true });
  mkdirSync(home, { recursive: true });
  return home;
}

async function claimed(home: string): Promise<MachineIds> {
  const ids = await claimIds(home, system);
  if ('missing' in ids) throw new Error(ids.missing);
  return ids;
}

it('each machine has 65,536 ids that no other has, and the same ones again after a restart', async () => {
  const home = homeWith('a', 'i-1', 'i-2');
  const ids = await claimed(home);
  const first = ids.of('i-1');
  const second = ids.of('i-2');
  expect([first.own, second.own]).toEqual([ids.pool + RANGE, ids.pool + 2 * RANGE]);
  // Behind the 65,536 that the runtime's namespace has for files.
  expect([first.inner, second.inner]).toEqual([2 * RANGE, 3 * RANGE]);
  const again = await claimed(home);
  expect([again.of('i-2'), again.of('i-1')]).toEqual([second, first]);
});

it('no id is one that systemd gives, or one of files on disks, or of a runtime', async () => {
  for (const name of 'abcdef01') {
    const { pool, count } = await claimed(homeWith(name));
    expect(pool).toBeGreaterThanOrEqual(2_000_000_000);
    expect(pool + count).toBeLessThanOrEqual(2 ** 31);
  }
});

it('data folders that claim at once have different ids, and what is left without says so', async () => {
  const homes = [...'0123456789'].map((name) => homeWith(name));
  const claims = await Promise.all(homes.map((home) => claimIds(home, system)));
  const got = claims.flatMap((ids) => ('missing' in ids ? [] : [ids.pool]));
  expect(new Set(got).size).toBe(8);
  expect(claims.filter((ids) => 'missing' in ids)).toEqual(
    Array(2).fill({ missing: '8 other data folders of this host have all ids for machines', command: null }),
  );
  expect(readdirSync(idsFolder(system)).sort()).toEqual([...'01234567']);
  // A home that is removed leaves its ids, and one that is being removed does not yet.
  const has = claims.findIndex((ids) => !('missing' in ids));
  const gone = homes[has] ?? '';
  const without = homes[claims.findIndex((ids) => 'missing' in ids)] ?? '';
  rmSync(gone, { recursive: true });
  mkdirSync(`${gone}.removed`);
  expect(await claimIds(without, system)).toHaveProperty('missing');
  rmSync(`${gone}.removed`, { recursive: true });
  expect(await claimIds(without, system)).toHaveProperty('pool', (claims[has] as MachineIds).pool);
});

it('ids are free again when a machine has neither disk nor process, and not before', async () => {
  const home = homeWith('a', 'i-1');
  const ids = await claimed(home);
  const [first, second] = [ids.of('i-1'), ids.of('i-2')];
  expect(ids.of('i-3').own).toBe(second.own + RANGE);
  ids.forget('i-2');
  expect(ids.of('i-4')).toEqual(second);
  // After a restart only disks are left.
  const again = await claimed(home);
  expect(again.of('i-5')).toEqual(second);
  expect(again.of('i-1')).toEqual(first);
});

it('a machine for which none are left is refused, and boots when another is gone', async () => {
  const ids = await claimed(homeWith('a'));
  for (let at = 1; at < RANGES; at++) ids.of(`i-${at}`);
  expect(() => ids.of('i-more')).toThrow('no ids are left: a host has them for 280 machines');
  ids.forget('i-7');
  expect(ids.of('i-more').own).toBe(ids.pool + 7 * RANGE);
});

it('the runtime’s trial has ids that no machine gets, and is not noted', async () => {
  const home = homeWith('a');
  const ids = await claimed(home);
  expect(ids.of('probe').own).toBe(ids.pool);
  expect(readFileSync(join(idsFolder(system), '0', 'a'.repeat(16)), 'utf8')).toBe('{}');
});

it('only root reads who has which ids, and a note that was being written is none', async () => {
  const home = homeWith('a', 'i-1');
  const ids = await claimed(home);
  ids.of('i-1');
  const folder = idsFolder(system);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, '0', `${'a'.repeat(16)}.new`), '{"i-');
  expect((await claimed(home)).of('i-1')).toEqual(ids.of('i-1'));
  rmSync(home, { recursive: true });
  await claimed(homeWith('b'));
  expect(existsSync(join(folder, '0', `${'a'.repeat(16)}.new`))).toBe(false);
});
