import { realNow } from '#lib/drivers/clocks/real.ts';
import { allWork, type Share } from '#lib/model/platform/spread.ts';
import { all, type Due, type Found } from '#lib/store/platform/read.ts';
import { type Position, placeOf, readPosition, savePosition } from '#lib/store/platform/rounds.ts';
import { type Place, placesOf, rehome } from '#lib/store/platform/shards.ts';

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

/** Milliseconds after which no further item is started: a scheduled task has at least 29 s. */
const roundBudget = 20_000;

interface Working {
  /** Items that are worked on at the same time. */
  readonly concurrency?: number;
  /** Which part of the work is this run's; by default all of it. */
  readonly share?: Share;
}

/** A place of the index, and how far a run has come in it. */
interface Lane<T> extends Place<T> {
  readonly items: AsyncIterator<Found<T>>;
  /** The position that is stored. */
  readonly stored: Position | undefined;
  /** Where this run begins, and where it is. */
  readonly begun: Position | undefined;
  last: Position | undefined;
  isDone: boolean;
}

/**
 * Works on every due item of an index, at most `concurrency` at a time. A failure does not stop the others. At the end
 * throws the first failure. False if 20 s passed before every item was started: the position is stored, and the next
 * call resumes there, so that items that fail or take long keep no others waiting. After a crash it resumes where the
 * call before it did. The shards of an index have a turn each. What is found where nothing is put any more is moved
 * from there, after it was worked on if it is due.
 */
export async function forEachDue<T extends object>(
  due: Due<T>,
  work: (item: Found<T>) => Promise<void>,
  { concurrency = 1, share = allWork }: Working = {},
): Promise<boolean> {
  const end = realNow().getTime() + roundBudget;
  const lanes = await lanesOf(due, share);
  const failures: unknown[] = [];
  const attempt = async ({ lane, item }: { lane: Lane<T>; item: Found<T> }) => {
    lane.last = placeOf(item);
    const note = (error: unknown) => void failures.push(error);
    if (String(item.gsi1sk) <= due.upTo) await work(item).catch(note);
    if (lane.isLeft && due.home) await rehome(item, due.home(item)).catch(note);
  };
  await forEachConcurrently(inTurn(lanes), concurrency, attempt, () => realNow().getTime() < end);
  const moved = lanes.filter(({ stored, isDone }) => stored !== undefined || !isDone);
  await Promise.all(moved.map(({ pk, last, isDone }) => savePosition(pk, isDone ? undefined : last)));
  if (failures.length > 0) throw failures[0];
  return lanes.every(({ begun, isDone }) => isDone && begun === undefined);
}

/** The places of a run, each from where the run before it stopped. */
async function lanesOf<T extends object>(due: Due<T>, share: Share): Promise<Lane<T>[]> {
  const { upTo, ...range } = due;
  const places = due.home ? placesOf(due.pk, share) : [{ pk: due.pk, isLeft: false }];
  const positions = await Promise.all(places.map(({ pk }) => readPosition(pk)));
  return places.map(({ pk, isLeft }, at) => {
    const stored = positions[at];
    // A clock that was set back leaves a position beyond what is due now.
    const begun = stored && (isLeft || String(stored.gsi1sk) <= upTo) ? stored : undefined;
    const items = all({ ...range, pk, ...(isLeft ? {} : { upTo }), after: begun });
    return { pk, isLeft, stored, begun, last: begun, isDone: false, items };
  });
}

/** The items of all lanes, one of each in turn. */
async function* inTurn<T>(lanes: readonly Lane<T>[]): AsyncGenerator<{ lane: Lane<T>; item: Found<T> }> {
  const advance = async (lane: Lane<T>) => ({ lane, next: await lane.items.next() });
  let heads = await Promise.all(lanes.map(advance));
  for (;;) {
    for (const { lane, next } of heads) lane.isDone = next.done === true;
    heads = heads.filter(({ lane }) => !lane.isDone);
    if (heads.length === 0) return;
    for (const head of heads) {
      yield { lane: head.lane, item: head.next.value };
      Object.assign(head, await advance(head.lane));
    }
  }
}
