import { QueryCommand, TransactionCanceledException, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { engineUnderTest, fresh, ifAbsent, key, N, refusal, S } from '#test/support/table/dynamodb.ts';

// What we rely on, of whichever engine runs: SVC_TEST_DYNAMODB_ENDPOINT names another.
const { client, TableName, put, get, transact } = await engineUnderTest();

test('a transaction of 100 items is written whole', async () => {
  const pk = fresh();
  await transact(Array.from({ length: 100 }, (_, i) => ({ Put: { TableName, Item: key(pk, String(i)) } })));
  const query = { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': S(pk) } };
  expect((await client.send(new QueryCommand({ ...query, Select: 'COUNT' }))).Count).toBe(100);
});

test('a cancelled transaction writes nothing, and gives a reason and the old item for each of its parts', async () => {
  const [taken, absent, untouched] = [fresh(), fresh(), fresh()];
  const old = { ...key(taken), status: S('running') };
  await put(old);
  const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
  const error = await refusal(
    transact([
      { Put: { TableName, Item: key(untouched) } },
      { Put: { TableName, Item: key(taken), ...ifAbsent, ReturnValuesOnConditionCheckFailure } },
      {
        ConditionCheck: {
          TableName,
          Key: key(absent),
          ConditionExpression: 'attribute_exists(pk)',
          ReturnValuesOnConditionCheckFailure,
        },
      },
      { Delete: { TableName, Key: key(taken, 'y') } },
    ]),
  );
  expect(error).toBeInstanceOf(TransactionCanceledException);
  const reasons = (error as TransactionCanceledException).CancellationReasons;
  expect(reasons?.map(({ Code }) => Code)).toEqual([
    'None',
    'ConditionalCheckFailed',
    'ConditionalCheckFailed',
    'None',
  ]);
  expect(reasons?.[1]?.Item).toEqual(old);
  expect(reasons?.[2]?.Item).toBeUndefined();
  expect(await get(key(untouched))).toBeUndefined();
});

test('a transaction may check one item and put, update and delete others', async () => {
  const pk = fresh();
  await put({ ...key(pk, 'check'), v: N(1) });
  await put({ ...key(pk, 'update'), v: N(1) });
  await put(key(pk, 'delete'));
  const values = { ExpressionAttributeValues: { ':one': N(1) } };
  await transact([
    { ConditionCheck: { TableName, Key: key(pk, 'check'), ConditionExpression: 'v = :one', ...values } },
    { Put: { TableName, Item: key(pk, 'put'), ...ifAbsent } },
    { Update: { TableName, Key: key(pk, 'update'), UpdateExpression: 'ADD v :one', ...values } },
    { Delete: { TableName, Key: key(pk, 'delete'), ConditionExpression: 'attribute_exists(pk)' } },
  ]);
  expect(await get(key(pk, 'put'))).toEqual(key(pk, 'put'));
  expect((await get(key(pk, 'update')))?.v).toEqual(N(2));
  expect(await get(key(pk, 'delete'))).toBeUndefined();
});

test('a transaction with one item twice, and one of 101 items, is refused as invalid', async () => {
  const item = { Put: { TableName, Item: key(fresh()) } };
  expect((await refusal(transact([item, item]))).name).toBe('ValidationException');
  const many = Array.from({ length: 101 }, () => ({ Put: { TableName, Item: key(fresh()) } }));
  expect((await refusal(transact(many))).name).toBe('ValidationException');
});

test('a transaction repeated under its token happens once; another one under that token is refused', async () => {
  const Key = key(fresh());
  const token = fresh();
  const add = (by: number): TransactWriteItem => ({
    Update: { TableName, Key, UpdateExpression: 'ADD n :by', ExpressionAttributeValues: { ':by': N(by) } },
  });
  await transact([add(1)], token);
  await transact([add(1)], token);
  expect((await get(Key))?.n).toEqual(N(1));
  expect((await refusal(transact([add(2)], token))).name).toBe('IdempotentParameterMismatchException');
});

test('of two transactions that claim one name, one succeeds', async () => {
  const name = fresh();
  const claim = (by: string) => transact([{ Put: { TableName, Item: { ...key(name), by: S(by) }, ...ifAbsent } }]);
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => claim(String(i))));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
