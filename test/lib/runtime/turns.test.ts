import { beforeEach, expect, test } from 'vitest';
import { Turns } from '#lib/runtime/machines/turns.ts';

const never = new AbortController().signal;
const aborted = { code: 'ABORTED', message: 'the call was aborted' };

let turns: Turns;
let done: string[];
beforeEach(() => {
  turns = new Turns();
  done = [];
});

/** A turn that runs until the test ends it. */
function slow(name: string) {
  const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const turn = turns.take(never, async () => {
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
  const failing = turns.take(never, () => Promise.reject(new Error('no')));
  const third = turns.take(never, note('third'));
  first.end();
  await expect(failing).rejects.toThrow('no');
  expect([await first.turn, await third, done]).toEqual(['first', 'third', ['first', 'third']]);
});

test('the last breaks off what has had its effect and has not answered: what was made is about to go', async () => {
  const making = slow('made');
  await making.began;
  const gone = turns.last(note('gone'));
  making.end();
  await expect(making.turn).rejects.toMatchObject(aborted);
  expect([await gone, done]).toEqual(['gone', ['made', 'gone']]);
});

test('the last breaks off what waits, which is not begun', async () => {
  const first = slow('first');
  await first.began;
  const waiting = turns.take(never, note('waiting'));
  const gone = turns.last(note('gone'));
  first.end();
  await expect(waiting).rejects.toMatchObject(aborted);
  await expect(first.turn).rejects.toMatchObject(aborted);
  expect([await gone, done]).toEqual(['gone', ['first', 'gone']]);
});

test('the last fires the signal of what is under way', async () => {
  const turn = turns.take(
    never,
    (either) => new Promise((_, reject) => (either.onabort = () => reject(either.reason))),
  );
  await Promise.resolve();
  const gone = turns.last(note('gone'));
  await expect(turn).rejects.toMatchObject({ name: 'AbortError' });
  expect(await gone).toBe('gone');
});

test('what is asked for between two last ones is broken off by the second, and what comes after is not', async () => {
  const first = slow('first');
  await first.began;
  const gone = turns.last(note('gone'));
  const between = turns.take(never, note('between'));
  const again = turns.last(note('gone again'));
  const after = turns.take(never, note('after'));
  first.end();
  await expect(first.turn).rejects.toMatchObject(aborted);
  await expect(between).rejects.toMatchObject(aborted);
  expect(await Promise.all([gone, again, after])).toEqual(['gone', 'gone again', 'after']);
  expect(done).toEqual(['first', 'gone', 'gone again', 'after']);
});

test("a caller's own signal breaks off what waits; what is done stays done", async () => {
  const abort = new AbortController();
  const first = turns.take(abort.signal, async () => {
    abort.abort();
    return 'first';
  });
  const second = turns.take(abort.signal, note('second'));
  expect(await first).toBe('first');
  await expect(second).rejects.toMatchObject(aborted);
  expect(done).toEqual([]);
});
