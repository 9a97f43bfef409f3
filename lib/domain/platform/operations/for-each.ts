import { realNow } from '#lib/drivers/clocks/real.ts';
import { nextOf, readPlace, savePlace } from '#lib/store/platform/rounds.ts';

/** Works on every item, one after another; a failure stops none of the others. At the end throws the first failure. */
export async function forEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  await forEachAbreast(items, 1, work);
}

/**
 * Works on every item, `abreast` of them at a time; a failure stops none of the others. At the end throws the first
 * failure. Begins no further item once `goOn` answers false. True where every item was worked on.
 */
export async function forEachAbreast<T>(
  items: AsyncIterable<T>,
  abreast: number,
  work: (item: T) => Promise<void>,
  goOn: () => boolean = () => true,
): Promise<boolean> {
  const failures: unknown[] = [];
  const rest = items[Symbol.asyncIterator]();
  let over = false;
  const worker = async () => {
    while (!over && goOn()) {
      const next = await rest.next();
      if (next.done) over = true;
      else await work(next.value).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: abreast }, worker));
  await rest.return?.();
  if (failures.length > 0) throw failures[0];
  return over;
}

/** Items that are read and worked on at a time. */
const atOnce = 24;

/** Milliseconds after which nothing new is begun: a scheduled task has 29 s. */
const budget = 20_000;

/**
 * Works on every item of an index, several at a time; a failure stops none of the others. At the end throws the first
 * failure. False where the time was over before every item was begun; the next round begins there.
 */
export async function goRound<T>(index: string, work: (item: T) => Promise<void>): Promise<boolean> {
  const end = realNow().getTime() + budget;
  const begun = await readPlace(index);
  const failures: unknown[] = [];
  let place = begun;
  const running = new Set<Promise<void>>();
  for (let isLast = false; !isLast; ) {
    const { items, last } = await nextOf<T>(index, place, atOnce);
    for (const item of items) {
      while (running.size >= atOnce) await Promise.race(running);
      const job: Promise<void> = work(item)
        .catch((error) => void failures.push(error))
        .finally(() => running.delete(job));
      running.add(job);
    }
    place = last;
    isLast = last === undefined || realNow().getTime() > end;
  }
  await Promise.all(running);
  if (begun || place) await savePlace(index, place);
  if (failures.length > 0) throw failures[0];
  return place === undefined;
}
