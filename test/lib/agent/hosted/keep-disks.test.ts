import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { DiskKeeper } from '#lib/agent/hosted/keep-disks.ts';
import {
  type DiskAct,
  type DiskName,
  machineDisk,
  nextDisk,
  snapshotDisk,
  volumeDisk,
} from '#lib/runtime/disks/own-disks.ts';

const folder = mkdtempSync(`${tmpdir()}/svc-images-`);
afterAll(() => rmSync(folder, { recursive: true }));

const GIB = 1024 ** 3;

/** A keeper that knows the size of i-1 and that snap-1 is being made, and what it has root's program do. */
function keeper() {
  const asked: string[] = [];
  const record = {
    sizeOf: ({ id }: DiskName) => (id === 'i-1' ? 10 : undefined),
    isMade: (snapshot: string) => snapshot === 'snap-1',
  };
  const { change } = new DiskKeeper(folder, record, async (words) => {
    asked.push(words.join(' '));
    return words[1] === 'copy' ? 'copied 4096' : 'done';
  });
  return { asked, change };
}

test('images, places and sizes follow from the id and the record of the agent', async () => {
  const { asked, change } = keeper();
  await change({ act: 'make', disk: machineDisk('i-1') });
  await change({ act: 'open', disk: volumeDisk('vol-1') });
  await change({ act: 'copy', disk: machineDisk('i-1'), to: snapshotDisk('snap-1') });
  await change({ act: 'copy', disk: snapshotDisk('snap-1'), to: nextDisk('i-1') });
  await change({ act: 'promote', disk: nextDisk('i-1'), to: machineDisk('i-1') });
  expect(asked).toEqual([
    `i-1 make machines/i-1 machines/i-1/disk disk ${10 * GIB}`,
    'vol-1 open volumes/vol-1 volumes/vol-1/data volumes/vol-1/data 0',
    'i-1 copy machines/i-1 machines/i-1/disk disk snapshots/snap-1',
    'snap-1 copy snapshots/snap-1 snapshots/snap-1/disk disk machines/i-1+next',
    `i-1 grow machines/i-1+next machines/i-1/disk.next disk ${10 * GIB}`,
    'i-1 promote machines/i-1+next machines/i-1/disk.next disk machines/i-1',
  ]);
});

test.each<[string, DiskAct, string]>([
  ['a machine that the agent has not asked for', { act: 'make', disk: machineDisk('i-2') }, 'no size of i-2 is known'],
  ['a volume that does not grow', { act: 'grow', disk: volumeDisk('vol-1') }, 'no size of vol-1 is known'],
  [
    'a snapshot that nobody has asked for',
    { act: 'copy', disk: machineDisk('i-1'), to: snapshotDisk('snap-2') },
    'snap-2 is not being made',
  ],
  ['a path', { act: 'drop', disk: machineDisk('../i-1') }, 'not a disk id: ../i-1'],
  ['words for the program', { act: 'drop', disk: volumeDisk('vol-1 make') }, 'not a disk id: vol-1 make'],
  ['another kind', { act: 'open', disk: { kind: 'ids' as 'volumes', id: '0' } }, 'no kind of disk'],
  [
    'another machine’s place',
    { act: 'promote', disk: nextDisk('i-1'), to: snapshotDisk('snap-1') },
    'only a machine has another disk',
  ],
])('a runtime gets nothing done with %s', async (_what, act, message) => {
  const { asked, change } = keeper();
  await expect(change(act)).rejects.toThrow(message);
  expect(asked).toEqual([]);
});
