import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { ensureTable } from '#lib/local/dynamodb/table.ts';
import { testTable } from '#lib/testing/functions/table.ts';

export type Item = Record<string, AttributeValue>;

export const S = (text: string) => ({ S: text });
export const N = (number: number | string) => ({ N: String(number) });
export const key = (pk: string, sk = 'x') => ({ pk: S(pk), sk: S(sk) });
export const fresh = () => randomUUID();
export const ifAbsent = { ConditionExpression: 'attribute_not_exists(pk)' };

/**
 * A table in the engine under test (the embedded one, or that of SVC_TEST_DYNAMODB_ENDPOINT), with the calls that most
 * tests need.
 */
export async function engineUnderTest() {
  const other = process.env.SVC_TEST_DYNAMODB_ENDPOINT;
  const { name: TableName, ...embedded } = await testTable();
  const client = other ? new DynamoDBClient({ endpoint: other }) : embedded.client;
  if (other) await ensureTable(other, TableName);
  return {
    client,
    TableName,
    put: (Item: Item, more: object = {}) => client.send(new PutItemCommand({ TableName, Item, ...more })),
    get: async (Key: Item) => (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item,
    transact: (items: TransactWriteItem[], token?: string) =>
      client.send(new TransactWriteItemsCommand({ TransactItems: items, ClientRequestToken: token })),
  };
}

/** The error that `work` rejects with. Throws when it does not reject. */
export async function refusal(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (e: Error) => e,
  );
  if (!error) throw new Error('it was not refused');
  return error;
}
