import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';

const refused = async (words: string, turns = 0) => {
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  throw new Error(words);
};

test('answers in the order of the list', async () => {
  const [number, word] = await allInOrder([setImmediate(1), Promise.resolve('two')]);
  expect([number, word]).toEqual([1, 'two']);
});

test('of several refusals it throws the first in the list, though another came sooner', async () => {
  await expect(allInOrder([refused('user', 3), refused('key')])).rejects.toThrow('user');
  await expect(allInOrder([setImmediate(1), refused('key', 2), refused('other')])).rejects.toThrow('key');
});
