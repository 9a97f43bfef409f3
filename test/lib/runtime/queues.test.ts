import { beforeEach, expect, test } from 'vitest';
import { AbortableQueue } from '#lib/runtime/system/queues.ts';

const never = new AbortController().signal;
const aborted = { code: 'ABORTED', message: 'the call was aborted' };

let queue: AbortableQueue;
let done: string[];
beforeEach(() => {
  queue = new AbortableQueue();
  done = [];
});

/** A turn that runs until the test ends it. */
function slow(name: string) {
  const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const turn = queue.run(never, async () => {
    began.resolve();
    await end.promise;
    done.push(name);
    return name;
  });
  return { turn, began: began.promise, end: end.resolve };
}
const note = (name: string) => async () => {
  done.push(name);
  return name;
};

test('one after the other, also where one fails', async () => {
  const first = slow('first');
  const failing = queue.run(never, () => Promise.reject(new Error('no')));
  const third = queue.run(never, note('third'));
  first.end();
  await expect(failing).rejects.toThrow('no');
  expect([await first.turn, await third, done]).toEqual(['first', 'third', ['first', 'third']]);
});

test('the last breaks off what has had its effect and has not answered: what was made is about to go', async () => {
  const making = slow('made');
  await making.began;
  const gone = queue.last(note('gone'));
  making.end();
  await expect(making.turn).rejects.toMatchObject(aborted);
  expect([await gone, done]).toEqual(['gone', ['made', 'gone']]);
});

test('the last breaks off what waits, which is not begun', async () => {
  const first = slow('first');
  await first.began;
  const waiting = queue.run(never, note('waiting'));
  const gone = queue.last(note('gone'));
  first.end();
  await expect(waiting).rejects.toMatchObject(aborted);
  await expect(first.turn).rejects.toMatchObject(aborted);
  expect([await gone, done]).toEqual(['gone', ['first', 'gone']]);
});

test('the last fires the signal of what is under way', async () => {
  const turn = queue.run(never, (either) => new Promise((_, reject) => (either.onabort = () => reject(either.reason))));
  await Promise.resolve();
  const gone = queue.last(note('gone'));
  await expect(turn).rejects.toMatchObject({ name: 'AbortError' });
  expect(await gone).toBe('gone');
});

test('what is asked for between two last ones is broken off by the second, and what comes after is not', async () => {
  const first = slow('first');
  await first.began;
  const gone = queue.last(note('gone'));
  const between = queue.run(never, note('between'));
  const again = queue.last(note('gone again'));
  const after = queue.run(never, note('after'));
  first.end();
  await expect(first.turn).rejects.toMatchObject(aborted);
  await expect(between).rejects.toMatchObject(aborted);
  expect(await Promise.all([gone, again, after])).toEqual(['gone', 'gone again', 'after']);
  expect(done).toEqual(['first', 'gone', 'gone again', 'after']);
});

test("a caller's own signal breaks off what waits; what is done stays done", async () => {
  const abort = new AbortController();
  const first = queue.run(abort.signal, async () => {
    abort.abort();
    return 'first';
  });
  const second = queue.run(abort.signal, note('second'));
  expect(await first).toBe('first');
  await expect(second).rejects.toMatchObject(aborted);
  expect(done).toEqual([]);
});
