import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { testTable } from '#lib/testing/functions/table.ts';

test('a test table has the keys, the index and the expiry attribute of table.yml', async () => {
  const { name, client } = await testTable();
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  expect(Table?.KeySchema).toEqual([
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ]);
  expect(Table?.GlobalSecondaryIndexes).toMatchObject([
    {
      IndexName: 'gsi1',
      KeySchema: [
        { AttributeName: 'gsi1pk', KeyType: 'HASH' },
        { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ]);
  const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  expect(ttl.TimeToLiveDescription).toEqual({ AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' });
});

test('every test table is empty and apart from the others', async () => {
  const first = await testTable();
  await first.client.send(new PutItemCommand({ TableName: first.name, Item: { pk: { S: 'a' }, sk: { S: 'b' } } }));
  const second = await testTable();
  const Key = { pk: { S: 'a' }, sk: { S: 'b' } };
  expect((await first.client.send(new GetItemCommand({ TableName: first.name, Key }))).Item).toEqual(Key);
  expect((await second.client.send(new GetItemCommand({ TableName: second.name, Key }))).Item).toBeUndefined();
  expect(process.env.SVC_TABLE).toBe(second.name);
});
