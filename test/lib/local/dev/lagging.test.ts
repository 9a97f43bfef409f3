import { PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { socketFolder } from '#lib/local/data/left-overs.ts';
import { FaultBook } from '#lib/local/dev/faults/book.ts';
import { LaggingIndex } from '#lib/local/dev/faults/lagging-index.ts';
import { readFaults } from '#lib/local/dev/faults/read.ts';
import { clientAt } from '#lib/store/platform/client.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { plantAnything } from '#test/support/table/planted.ts';
import { type TestTime, testTime } from '#test/support/vitest/clock.ts';

const folder = socketFolder();
let lagging: LaggingIndex;
let book: FaultBook;
let table: string;
let direct: ReturnType<typeof clientAt>;
let late: ReturnType<typeof clientAt>;
beforeEach(async () => {
  plantAnything();
  const { endpoint, name } = await testTable();
  book = new FaultBook();
  await book.set(readFaults({ faults: [{ where: 'table', outcome: 'lag' }] }));
  lagging = new LaggingIndex({ socketPath: `${folder}/lag`, book, endpoint, table: name });
  table = name;
  direct = clientAt(endpoint);
  late = clientAt(lagging.endpoint);
});
afterEach(() => lagging.close());

const item = (sk: string, more: object = {}) => ({ pk: 'a', sk, gsi1pk: 'list', gsi1sk: sk, ...more });
const put = (client: typeof direct, sk: string, more?: object) =>
  client.send(new PutCommand({ TableName: table, Item: item(sk, more) }));
const listed = async (client: typeof direct, index = true): Promise<string[]> => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      ...(index && { IndexName: 'gsi1' }),
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': index ? 'gsi1pk' : 'pk' },
      ExpressionAttributeValues: { ':pk': index ? 'list' : 'a' },
    }),
  );
  return Items.map(({ sk, v = '' }) => `${sk}${v}`);
};

/** Lets milliseconds pass, once everything that was written is noted. */
async function pass(time: TestTime, milliseconds: number): Promise<void> {
  await listed(late);
  time.advance(milliseconds);
}

test('an index shows a write as many seconds after it, in the order of the writes; the table shows it at once', async () => {
  const time = testTime();
  await put(direct, 'known');
  await lagging.set({ after_seconds: 2 });
  await put(late, 'one');
  expect(await listed(late)).toEqual(['known']);
  expect(await listed(late, false)).toEqual(['known', 'one']);
  await pass(time, 1_000);
  await put(late, 'two');
  await pass(time, 999);
  expect(await listed(late)).toEqual(['known']);
  time.advance(1);
  expect(await listed(late)).toEqual(['known', 'one']);
  time.advance(1_000);
  expect(await listed(late)).toEqual(['known', 'one', 'two']);
});

test('changes and deletions are as late, and a transaction is seen as a whole', async () => {
  const time = testTime();
  await put(direct, 'one', { v: 1 });
  await put(direct, 'two', { v: 1 });
  await lagging.set({ after_seconds: 2 });
  await late.send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: table, Item: item('one', { v: 2 }) } },
        {
          Update: {
            TableName: table,
            Key: { pk: 'a', sk: 'two' },
            UpdateExpression: 'REMOVE gsi1pk, gsi1sk',
          },
        },
        { Put: { TableName: table, Item: item('three', { v: 1 }) } },
      ],
    }),
  );
  expect(await listed(late)).toEqual(['one1', 'two1']);
  time.advance(2_000);
  expect(await listed(late)).toEqual(['one2', 'three1']);
});

test('a write that passes it by is seen as late, counted from the next call', async () => {
  const time = testTime();
  await lagging.set({ after_seconds: 2 });
  await put(direct, 'one');
  expect(await listed(late)).toEqual([]);
  time.advance(2_000);
  expect(await listed(late)).toEqual(['one']);
});

test('without a lag, and after other contents, the index is current at once', async () => {
  testTime();
  await lagging.set({ after_seconds: 2 });
  await put(late, 'one');
  await lagging.again();
  expect(await listed(late)).toEqual(['one']);
  await put(late, 'two');
  expect(await listed(late)).toEqual(['one']);
  await lagging.set(undefined);
  expect(await listed(late)).toEqual(['one', 'two']);
});

test('it counts the reads that it answers', async () => {
  await lagging.set({ after_seconds: 2 });
  await listed(late);
  await listed(late, false);
  expect(book.list().map(({ struck }) => struck)).toEqual([1]);
});
