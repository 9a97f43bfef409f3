import { expect, test } from 'vitest';
import { DiskWatch } from '#lib/agent/disk-watch.ts';

/** The percentages that are reported of a machine's disk with these uses, one after the other. */
async function reported(...uses: (number | null)[]): Promise<number[]> {
  const watch = new DiskWatch();
  const told: number[] = [];
  for (const use of uses) {
    watch.look('i-one', use);
    await watch.report(async (_, { used_percent }) => told.push(used_percent));
  }
  return told;
}

test.each([
  ['nearly full, once', [50, 89, 90.5, 95, 99.9], [90]],
  ['nearly full, and then over its plan', [50, 91, 104, 110], [91, 104]],
  ['over its plan at once', [10, 130], [130]],
  ['nearly full again, once it has been clearly less', [91, 88, 91, 84, 92], [91, 92]],
  ['over its plan again, and nearly full no second time', [101, 97, 101, 94, 103, 99], [101, 103]],
  ['unknown', [null, null], []],
  ['unknown for a while', [91, null, 92], [91]],
])('a disk that is %s', async (_, uses, expected) => {
  expect(await reported(...uses)).toEqual(expected);
});

test('that is filled and emptied again and again is reported eight times in an hour', async () => {
  expect(await reported(...Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 95 : 10)))).toHaveLength(8);
});

test('what could not be told is told the next time, as it is then', async () => {
  const watch = new DiskWatch();
  watch.look('i-one', 91);
  await expect(watch.report(() => Promise.reject(new Error('unreachable')))).rejects.toThrow('unreachable');
  const told: unknown[] = [];
  await watch.report(async (id, news) => told.push([id, news]));
  await watch.report(async (id, news) => told.push([id, news]));
  expect(told).toEqual([['i-one', { used_percent: 91 }]]);
});
