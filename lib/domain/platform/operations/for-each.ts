import { realNow } from '#lib/drivers/clocks/real.ts';
import { all, type Due, type Found } from '#lib/store/platform/read.ts';
import { nextInRound, placeOf, readPosition, savePosition } from '#lib/store/platform/rounds.ts';
import type { Partition } from '#lib/store/records.ts';

/** Works on every item, one after another. A failure does not stop the others. At the end throws the first failure. */
export async function forEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  await forEachConcurrently(items, 1, work);
}

/**
 * Works on every item, at most `concurrency` at a time. A failure does not stop the others. At the end throws the first
 * failure. Starts no further item once `mayContinue` returns false. True if every item was worked on.
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
  mayContinue: () => boolean = () => true,
): Promise<boolean> {
  const failures: unknown[] = [];
  const iterator = items[Symbol.asyncIterator]();
  let exhausted = false;
  const worker = async () => {
    while (!exhausted && mayContinue()) {
      const next = await iterator.next();
      if (next.done) exhausted = true;
      else await work(next.value).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await iterator.return?.();
  if (failures.length > 0) throw failures[0];
  return exhausted;
}

/** Items that are read and worked on at the same time. */
const roundConcurrency = 24;

/** Milliseconds after which no further item is started: a scheduled task has at least 29 s. */
const roundBudget = 20_000;

/**
 * Works on every item of an index, several at a time. A failure does not stop the others. At the end throws the first
 * failure. False if 20 s passed before every item was started: the position is stored, and the next call resumes there.
 */
export async function resumableForEach<T>(index: Partition<T>, work: (item: T) => Promise<void>): Promise<boolean> {
  const end = realNow().getTime() + roundBudget;
  const begun = await readPosition(index);
  const failures: unknown[] = [];
  let position = begun;
  const running = new Set<Promise<void>>();
  for (let isLast = false; !isLast; ) {
    const { items, last } = await nextInRound(index, position, roundConcurrency);
    for (const item of items) {
      while (running.size >= roundConcurrency) await Promise.race(running);
      const job: Promise<void> = work(item)
        .catch((error) => void failures.push(error))
        .finally(() => running.delete(job));
      running.add(job);
    }
    position = last;
    isLast = last === undefined || realNow().getTime() > end;
  }
  await Promise.all(running);
  if (begun || position) await savePosition(index, position);
  if (failures.length > 0) throw failures[0];
  return position === undefined;
}

/**
 * Works on every due item of an index, at most `concurrency` at a time. A failure does not stop the others. At the end
 * throws the first failure. False if 20 s passed before every item was started: the position is stored, and the next
 * call resumes there, so that items that fail or take long keep no others waiting. After a crash it resumes where the
 * call before it did.
 */
export async function forEachDue<T extends object>(
  due: Due<T>,
  work: (item: Found<T>) => Promise<void>,
  concurrency = 1,
): Promise<boolean> {
  const end = realNow().getTime() + roundBudget;
  const begun = await readPosition(due.pk);
  // A clock that was set back leaves a position beyond what is due now.
  const after = begun && String(begun.gsi1sk) <= due.upTo ? begun : undefined;
  const failures: unknown[] = [];
  let last = after;
  const attempt = async (item: Found<T>) => {
    last = placeOf(item);
    await work(item).catch((error) => void failures.push(error));
  };
  const isEnd = await forEachConcurrently(
    all({ ...due, after }),
    concurrency,
    attempt,
    () => realNow().getTime() < end,
  );
  if (begun || !isEnd) await savePosition(due.pk, isEnd ? undefined : last);
  if (failures.length > 0) throw failures[0];
  return isEnd && after === undefined;
}
