import { afterEach, expect, test, vi } from 'vitest';
import { aloneAmongPages } from '#lib/client/credentials/page-lock.ts';

type Locks = NonNullable<NonNullable<Parameters<typeof aloneAmongPages>[2]>['navigator']>['locks'];
/** Node's own Web Locks. */
const { locks } = globalThis.navigator as { readonly locks?: Locks };

/** A page of this origin, which can be left. */
class Page extends EventTarget {
  readonly navigator = { ...(locks && { locks }) };
  leave = () => this.dispatchEvent(new Event('pagehide'));
}

let count = 0;
const newName = () => `lock-${count++}`;
const never = () => new Promise<void>(() => undefined);

afterEach(() => void vi.useRealTimers());

test('pages do their work one after the other, and each hears what became of its own', async () => {
  const name = newName();
  const first = Promise.withResolvers<void>();
  const seen: string[] = [];
  const one = aloneAmongPages(name, () => first.promise.then(() => void seen.push('one')), new Page());
  const two = aloneAmongPages(name, async () => void seen.push('two'), new Page());
  const three = aloneAmongPages(name, () => Promise.reject(new Error('refused')), new Page());
  await Promise.race([two, new Promise(setImmediate)]);
  expect(seen).toEqual([]);
  first.resolve();
  await Promise.all([one, two, expect(three).rejects.toThrow('refused')]);
  expect(seen).toEqual(['one', 'two']);
});

test('a page that is left during its work lets the next go on at once', async () => {
  const name = newName();
  const frozen = new Page();
  const one = aloneAmongPages(name, never, frozen);
  const work = vi.fn(async () => undefined);
  const two = aloneAmongPages(name, work, new Page());
  await new Promise(setImmediate);
  expect(work).not.toHaveBeenCalled();
  frozen.leave();
  await Promise.all([one, two]);
  expect(work).toHaveBeenCalledOnce();
});

test('a page that is left while it waits never begins', async () => {
  const name = newName();
  const first = Promise.withResolvers<void>();
  const one = aloneAmongPages(name, () => first.promise, new Page());
  const leaving = new Page();
  const work = vi.fn(async () => undefined);
  const two = aloneAmongPages(name, work, leaving);
  leaving.leave();
  await two;
  first.resolve();
  await one;
  expect(work).not.toHaveBeenCalled();
});

test('a page waits ten seconds for one that does not end, and then does its work', async () => {
  vi.useFakeTimers();
  const name = newName();
  void aloneAmongPages(name, never, new Page());
  const work = vi.fn(async () => undefined);
  const two = aloneAmongPages(name, work, new Page());
  await vi.advanceTimersByTimeAsync(9_999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await two;
  expect(work).toHaveBeenCalledOnce();
});

test('work that takes longer than ten seconds is not done twice', async () => {
  vi.useFakeTimers();
  const slow = Promise.withResolvers<void>();
  const work = vi.fn(() => slow.promise);
  const one = aloneAmongPages(newName(), work, new Page());
  await vi.advanceTimersByTimeAsync(20_000);
  slow.resolve();
  await one;
  expect(work).toHaveBeenCalledOnce();
});

test('without Web Locks the work is done at once', async () => {
  const work = vi.fn(async () => undefined);
  await aloneAmongPages(newName(), work, {});
  expect(work).toHaveBeenCalledOnce();
});
