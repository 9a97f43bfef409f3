import { expect, test } from 'vitest';
import { forEachConcurrently } from '#lib/domain/platform/operations/for-each.ts';

/** Numbers as they are asked for, and how many were. */
function counter(count: number) {
  const seen = { asked: 0 };
  async function* items() {
    for (let i = 0; i < count; i++) {
      seen.asked++;
      yield i;
    }
  }
  return { items: items(), seen };
}

test('a slow one holds up no other, and no more are read than are worked on', async () => {
  const { items, seen } = counter(1000);
  let release: () => void = () => undefined;
  const slow = new Promise<void>((done) => {
    release = done;
  });
  let done = 0;
  let ahead = 0;
  const all = forEachConcurrently(items, 4, async (item) => {
    ahead = Math.max(ahead, seen.asked - done);
    if (item === 0) await slow;
    done++;
  });
  await expect.poll(() => done).toBe(999);
  release();
  expect(await all).toBe(true);
  expect(ahead).toBeLessThanOrEqual(5);
});

test('a failure is thrown at the end, when all others are done', async () => {
  const { items } = counter(10);
  const done: number[] = [];
  const all = forEachConcurrently(items, 3, async (item) => {
    if (item === 2) throw new Error('two');
    done.push(item);
  });
  await expect(all).rejects.toThrow('two');
  expect(done).toHaveLength(9);
});

test('what there is no time for is left, and said to be', async () => {
  const { items } = counter(10);
  let done = 0;
  const work = async () => {
    done++;
  };
  expect(await forEachConcurrently(items, 2, work, () => done < 4)).toBe(false);
  expect(done).toBeLessThan(7);
});
