import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { engineUnderTest, fresh, type Item, ifAbsent, key, N, refusal, S } from '#test/support/table/dynamodb.ts';

// What we rely on, of whichever engine runs: SVC_TEST_DYNAMODB_ENDPOINT names another.
const { client, TableName, put, get } = await engineUnderTest();

test('a conditional put refuses, and answers the item that stood in its way', async () => {
  const item = { ...key(fresh()), v: N(1) };
  await put(item, ifAbsent);
  const error = await refusal(
    put({ ...item, v: N(2) }, { ...ifAbsent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  );
  expect(error).toBeInstanceOf(ConditionalCheckFailedException);
  expect((error as ConditionalCheckFailedException).Item).toEqual(item);
  expect(await get(key(item.pk.S))).toEqual(item);
});

test('a conditional update sets, adds, removes and answers the new item; refused, it changes nothing', async () => {
  const Key = key(fresh());
  await put({ ...Key, n: N(5), status: S('running'), gone: S('x') });
  const update = (from: string) =>
    client.send(
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #s = :to, m.#k = if_not_exists(m.#k, :to) REMOVE gone ADD n :one',
        ConditionExpression: '#s = :from',
        ExpressionAttributeNames: { '#s': 'status', '#k': 'k' },
        ExpressionAttributeValues: { ':to': S('stopping'), ':from': S(from), ':one': N(1) },
        ReturnValues: 'ALL_NEW',
      }),
    );
  await client.send(
    new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: 'SET m = :m',
      ExpressionAttributeValues: { ':m': { M: {} } },
    }),
  );
  const wanted = { ...Key, n: N(6), status: S('stopping'), m: { M: { k: S('stopping') } } };
  expect((await update('running')).Attributes).toEqual(wanted);
  expect(await refusal(update('running'))).toBeInstanceOf(ConditionalCheckFailedException);
  expect(await get(Key)).toEqual(wanted);
});

test('50 writers that each add one under a condition on what they read end at exactly 50', async () => {
  const Key = key(fresh());
  await put({ ...Key, n: N(0) });
  const addOne = async (): Promise<void> => {
    const n = (await get(Key))?.n as { N: string };
    const values = { ':next': N(Number(n.N) + 1), ':seen': n };
    const write = new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: 'SET n = :next',
      ConditionExpression: 'n = :seen',
      ExpressionAttributeValues: values,
    });
    const lost = await client.send(write).then(
      () => false,
      (e) => e instanceof ConditionalCheckFailedException,
    );
    if (lost) await addOne();
  };
  await Promise.all(Array.from({ length: 50 }, addOne));
  expect((await get(Key))?.n).toEqual(N(50));
});

test('a batch read gives what is there, and refuses the same key twice', async () => {
  const [a, b, none] = [fresh(), fresh(), fresh()];
  await put(key(a));
  await put(key(b));
  const read = (Keys: Item[]) =>
    client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }));
  const reply = await read([key(a), key(none), key(b)]);
  expect(reply.Responses?.[TableName]?.map((item) => item.pk?.S).sort()).toEqual([a, b].sort());
  expect(reply.UnprocessedKeys ?? {}).toEqual({});
  expect((await refusal(read([key(a), key(a)]))).name).toBe('ValidationException');
});

test('a strongly consistent read sees the write that was acknowledged before it', async () => {
  const Key = key(fresh());
  for (let i = 0; i < 100; i++) {
    await put({ ...Key, i: N(i) });
    expect((await get(Key))?.i).toEqual(N(i));
  }
});

test('numbers keep 38 digits and add exactly; binary, sets, lists, null and empty strings come back as they went', async () => {
  const Key = key(fresh());
  const item = {
    ...Key,
    big: N('12345678901234567890123456789012345678'),
    small: N('-0.1'),
    bytes: { B: Uint8Array.from([0, 127, 128, 255]) },
    words: { SS: ['a', 'b'] },
    list: { L: [{ NULL: true as const }, { BOOL: false }, S(''), { M: { deep: N(1) } }] },
  };
  await put(item);
  expect(await get(Key)).toEqual(item);
  const ExpressionAttributeValues = { ':one': N(1), ':tenth': N('0.3') };
  await client.send(
    new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: 'ADD big :one, small :tenth',
      ExpressionAttributeValues,
    }),
  );
  expect(await get(Key)).toMatchObject({ big: N('12345678901234567890123456789012345679'), small: N('0.2') });
});

test('an item over 400 KB, an empty key and an unknown table are refused', async () => {
  expect((await refusal(put({ ...key(fresh()), data: S('x'.repeat(410_000)) }))).name).toBe('ValidationException');
  expect((await refusal(put(key('')))).name).toBe('ValidationException');
  const elsewhere = client.send(new GetItemCommand({ TableName: 'no-such-table', Key: key(fresh()) }));
  expect((await refusal(elsewhere)).name).toBe('ResourceNotFoundException');
});
