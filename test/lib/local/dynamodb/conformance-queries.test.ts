import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  paginateScan,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { engineUnderTest, fresh, type Item, key, N, refusal, S } from '#test/support/table/dynamodb.ts';

// What we rely on, of whichever engine runs: SVC_TEST_DYNAMODB_ENDPOINT names another.
const { client, TableName, put } = await engineUnderTest();

test('the index holds the items that have its keys, in order of its sort key, and gives all their attributes', async () => {
  const gsi1pk = S(fresh());
  const indexed = (sk: string) => ({ ...key(fresh()), gsi1pk, gsi1sk: S(sk), extra: S(sk) });
  const items = [indexed('b'), indexed('a'), indexed('c')] as const;
  for (const item of items) await put(item);
  await put({ ...key(fresh()), extra: S('in no index') });
  const query = (more: object = {}) =>
    new QueryCommand({
      TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': gsi1pk },
      ...more,
    });
  expect((await client.send(query())).Items).toEqual([items[1], items[0], items[2]]);
  const backwards = await client.send(query({ ScanIndexForward: false, Limit: 1 }));
  expect(backwards.Items).toEqual([items[2]]);
  const next = await client.send(query({ ScanIndexForward: false, ExclusiveStartKey: backwards.LastEvaluatedKey }));
  expect(next.Items).toEqual([items[0], items[1]]);
  await client.send(
    new UpdateItemCommand({ TableName, Key: key(items[0].pk.S), UpdateExpression: 'REMOVE gsi1pk, gsi1sk' }),
  );
  expect((await client.send(query())).Items).toEqual([items[1], items[2]]);
});

test('a query takes ranges, prefixes and a limit, and goes on where it stopped', async () => {
  const pk = fresh();
  for (const sk of ['A#1', 'A#2', 'A#3', 'B#1']) await put(key(pk, sk));
  const query = async (condition: string, values: Item, more: object = {}) => {
    const reply = await client.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: `pk = :pk AND ${condition}`,
        ExpressionAttributeValues: { ':pk': S(pk), ...values },
        ...more,
      }),
    );
    return { sks: reply.Items?.map((item) => item.sk?.S), next: reply.LastEvaluatedKey };
  };
  expect((await query('begins_with(sk, :p)', { ':p': S('A#') })).sks).toEqual(['A#1', 'A#2', 'A#3']);
  expect((await query('sk BETWEEN :a AND :b', { ':a': S('A#2'), ':b': S('B') })).sks).toEqual(['A#2', 'A#3']);
  expect((await query('sk > :a', { ':a': S('A#3') })).sks).toEqual(['B#1']);
  const first = await query('begins_with(sk, :p)', { ':p': S('A#') }, { Limit: 2 });
  expect(first.sks).toEqual(['A#1', 'A#2']);
  const rest = await query('begins_with(sk, :p)', { ':p': S('A#') }, { Limit: 2, ExclusiveStartKey: first.next });
  expect(rest.sks).toEqual(['A#3']);
});

test('a page ends at 1 MB and names where to go on; the limit counts before the filter', async () => {
  const pk = fresh();
  for (let i = 0; i < 5; i++) await put({ ...key(pk, String(i)), data: S('x'.repeat(300_000)), odd: N(i % 2) });
  const values = { ':pk': S(pk) };
  const all: string[] = [];
  let pages = 0;
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: values,
        ExclusiveStartKey,
      }),
    );
    all.push(...(page.Items ?? []).map((item) => item.sk?.S ?? ''));
    pages += 1;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  expect(all).toEqual(['0', '1', '2', '3', '4']);
  expect(pages).toBeGreaterThan(1);
  const filtered = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'odd = :one',
      ExpressionAttributeValues: { ...values, ':one': N(1) },
      Limit: 1,
    }),
  );
  expect(filtered).toMatchObject({ Count: 0, ScannedCount: 1 });
  expect(filtered.LastEvaluatedKey).toEqual(key(pk, '0'));
});

test('a conditional delete and a filtered scan see the same comparison of numbers', async () => {
  const pk = fresh();
  await put({ ...key(pk, 'old'), ttl: N(9) });
  await put({ ...key(pk, 'new'), ttl: N(100) });
  const older = {
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': N(50), ':pk': S(pk) },
  };
  const pages = paginateScan({ client }, { TableName, FilterExpression: 'pk = :pk AND #ttl < :now', ...older });
  const found: unknown[] = [];
  for await (const { Items = [] } of pages) found.push(...Items.map((item) => item.sk?.S));
  expect(found).toEqual(['old']);
  const remove = (sk: string) => {
    const { ':now': now } = older.ExpressionAttributeValues;
    const condition = { ConditionExpression: '#ttl < :now', ExpressionAttributeNames: older.ExpressionAttributeNames };
    return client.send(
      new DeleteItemCommand({ TableName, Key: key(pk, sk), ...condition, ExpressionAttributeValues: { ':now': now } }),
    );
  };
  await remove('old');
  expect(await refusal(remove('new'))).toBeInstanceOf(ConditionalCheckFailedException);
});
