import { beforeAll, expect, test } from 'vitest';
import { streamReader } from '#lib/edge/stream.ts';
import { keyFiles } from '#lib/testing/functions/accounts.ts';
import { streamEvent } from '#test/support/http/stream-event.ts';

beforeAll(() => keyFiles());

const seen: Record<string, string[][]> = {};
const takes = (name: string) => async (keys: string[]) => {
  seen[name] = [...(seen[name] ?? []), keys];
};
const all = {
  mail: takes('mail'),
  activity: takes('activity'),
  documents: takes('documents'),
  webhooks: takes('webhooks'),
};
const mixed = ['MAIL#b', 'UNPLACED#1', 'MAIL#a', 'DOC#inv-1', 'UNPLACED#1', 'NEWS#evt-1', 'ACC#1'];

test('each consumer gets its own keys, once each and in the order of the stream', async () => {
  expect(await streamReader('tableStream', all)(streamEvent(mixed))).toEqual({ batchItemFailures: [] });
  expect(seen).toEqual({
    mail: [['MAIL#b', 'MAIL#a']],
    activity: [['UNPLACED#1']],
    documents: [['DOC#inv-1']],
    webhooks: [['NEWS#evt-1']],
  });
});

test('one that fails, or takes long, stops no other; its records alone are reported', async () => {
  const held = Promise.withResolvers<void>();
  const placed = Promise.withResolvers<void>();
  const reader = streamReader('tableStream', {
    ...all,
    mail: () => Promise.reject(new Error('no mail today')),
    activity: async () => placed.resolve(),
    documents: () => held.promise,
  });
  const answer = reader(streamEvent(mixed));
  await placed.promise;
  held.resolve();
  expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '3' }] });
});
