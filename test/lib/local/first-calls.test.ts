import { beforeEach, expect, test } from 'vitest';
import type { Fault } from '#lib/local/dev/faults/book.ts';
import { FaultBook } from '#lib/local/dev/faults/book.ts';
import { FirstCalls } from '#lib/local/first-calls.ts';

const slow: Fault = { where: 'function', outcome: 'slow', match: {}, after_seconds: 30, times: null };

let book: FaultBook;
let calls: FirstCalls;
beforeEach(() => {
  book = new FaultBook();
  calls = new FirstCalls();
  calls.follow(book);
});

/** The functions whose call is not held up, of these. */
async function passing(...keys: string[]): Promise<string[]> {
  const passed: string[] = [];
  for (const key of keys) void calls.before(key).then(() => passed.push(key));
  // What passes does so in this turn of the event loop.
  await new Promise(setImmediate);
  return passed;
}
const struck = () => book.list().map((fault) => fault.struck);

test('without the fault nothing is held up, and of another kind nothing is struck', async () => {
  expect(await passing('a', 'a')).toEqual(['a', 'a']);
  await book.set([{ ...slow, where: 'mail', outcome: 'error' }]);
  expect(await passing('a')).toEqual(['a']);
  expect(struck()).toEqual([0]);
});

test('the first call of each function is held up, and no later one', async () => {
  await book.set([slow]);
  expect(await passing('a', 'b', 'a')).toEqual(['a']);
  expect(await passing('a', 'b')).toEqual(['a', 'b']);
  expect(struck()).toEqual([2]);
});

test('it goes on when the faults end, and other faults hold it up again', async () => {
  await book.set([slow]);
  const held = calls.before('a');
  await book.set([slow]);
  await held;
  expect(await passing('a')).toEqual([]);
  await book.set([]);
  expect(await passing('a', 'b')).toEqual(['a', 'b']);
});

test('a function that the fault does not name, or of which it has had enough, is not held up', async () => {
  await book.set([{ ...slow, match: { name: 'a' } }]);
  expect(await passing('b', 'a')).toEqual(['b']);
  await book.set([{ ...slow, times: 1 }]);
  expect(await passing('a', 'b')).toEqual(['b']);
});

test('functions that the cloud starts at one time start with the first of them, and each waits once', async () => {
  calls = new FirstCalls(['a', 'b']);
  calls.follow(book);
  await book.set([{ ...slow, after_seconds: 0 }]);
  await calls.before('c');
  expect(struck()).toEqual([1]);
  await calls.before('a');
  expect(struck()).toEqual([3]);
  await calls.before('b');
  expect(await passing('b', 'a')).toEqual(['b', 'a']);
  expect(struck()).toEqual([3]);
});

test('one that has not started with the others yet is held up as they are', async () => {
  calls = new FirstCalls(['a', 'b']);
  calls.follow(book);
  await book.set([slow]);
  expect(await passing('a', 'b', 'b')).toEqual(['b']);
  await book.set([slow]);
  expect(await passing('b', 'a')).toEqual([]);
});

test('after no seconds it passes', async () => {
  await book.set([{ ...slow, after_seconds: 0 }]);
  await calls.before('a');
  expect(struck()).toEqual([1]);
});
