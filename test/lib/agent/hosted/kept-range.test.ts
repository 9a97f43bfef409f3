import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepRange, otherRange, RANGE_FILE } from '#lib/agent/hosted/kept-range.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'svc-kept-'));
});
afterEach(() => rmSync(state, { recursive: true }));

const range = (first: number, first_gid = first) => ({ uid: 1001, gid: 1001, first, first_gid, mappers: [] });
const lack = { missing: 'newuidmap and newgidmap are not installed', command: 'sudo apt-get install -y uidmap' };
const restore =
  'files of machines belong to other ids: make 100000 the first id of this user in /etc/subuid, and 200000 in /etc/subgid, again';

it('the first range that there is stays that of a state folder, and is nobody else’s to read', () => {
  expect(keepRange(state, lack)).toEqual(lack);
  expect(otherRange(state, lack)).toBeNull();
  expect(keepRange(state, range(100_000, 200_000))).toEqual(range(100_000, 200_000));
  expect(statSync(join(state, RANGE_FILE)).mode & 0o777).toBe(0o600);
  expect(keepRange(state, range(100_000, 200_000))).toEqual(range(100_000, 200_000));
});

it('another range is refused, and none too, with the lines to restore', () => {
  keepRange(state, range(100_000, 200_000));
  for (const other of [range(165_536, 200_000), range(100_000, 165_536)])
    expect(keepRange(state, other)).toEqual({ missing: restore, command: null });
  // The command would give other ids.
  expect(keepRange(state, lack)).toEqual({ missing: `${lack.missing}; ${restore}`, command: null });
  expect(otherRange(state, range(100_000, 200_000))).toBeNull();
});
