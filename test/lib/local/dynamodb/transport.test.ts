import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documents, windows } from '#lib/local/dev/faults/stand-ins/table.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { ensureTable } from '#lib/local/dynamodb/table.ts';
import { directTo } from '#lib/local/dynamodb/transport.ts';
import { decodedItem, encodedItem, Unusual } from '#lib/local/dynamodb/values.ts';
import { reach, socketOf } from '#lib/model/platform/endpoint.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { hasNamespaces } from '#test/support/processes/namespaces.ts';
import { refusal } from '#test/support/table/dynamodb.ts';
import { plantAnything } from '#test/support/table/planted.ts';
import { attributes } from './types.ts';

const everything = { pk: 'all', sk: '-', text: 'a "quoted" ₹ text\n', ...attributes };

describe('values', () => {
  test('are written as the SDK writes them, and read back', () => {
    const { bytes, ...others } = everything;
    const wire = JSON.parse(JSON.stringify(encodedItem(everything)));
    expect(wire).toEqual({ ...marshall(others), bytes: { B: 'AP8H' } });
    expect(decodedItem(wire)).toEqual(everything);
  });

  test('that are undefined are left out, also of lists', () => {
    expect(encodedItem({ a: undefined, b: [1, undefined] })).toEqual(
      marshall({ a: undefined, b: [1, undefined] }, { removeUndefinedValues: true }),
    );
  });

  test.each([[Number.NaN], [2 ** 53], [1n], [new Set()], [new Set([1, 'a'])], [new Date(0)], [() => 1], [Symbol('s')]])(
    'that are unusual are left to the SDK: %s',
    (value) => expect(() => encodedItem({ value })).toThrow(Unusual),
  );

  test('of numbers beyond what a double holds are exact', () => {
    expect(decodedItem({ n: { N: '9007199254740993' } })).toEqual({ n: 9_007_199_254_740_993n });
  });
});

/** What an error says, but for how it came here. */
const shown = (error: Error) => {
  const {
    $metadata: _metadata,
    $response: _response,
    __type: _type,
    ...own
  } = error as Error & Record<string, unknown>;
  return { ...own, name: error.name, message: error.message };
};

beforeEach(plantAnything);

describe.runIf(hasNamespaces)('an engine behind a socket', () => {
  let sdk: DynamoDBDocumentClient;
  let TableName: string;
  let socketPath: string;
  /** Calls that went to the engine by the SDK. */
  let bySdk: string[];

  beforeAll(async () => {
    const { name, endpoint } = await testTable();
    TableName = name;
    socketPath = socketOf(endpoint) ?? '';
    sdk = DynamoDBDocumentClient.from(new DynamoDBClient(reach(endpoint)), {
      marshallOptions: { removeUndefinedValues: true },
    });
    documents().middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          bySdk.push(`${commandName}`);
          return next(args);
        },
      { step: 'serialize', name: 'by-sdk' },
    );
    bySdk = [];
    await documents().send(new PutCommand({ TableName, Item: everything }));
    for (const sk of ['1', '2', '3'])
      await documents().send(new PutCommand({ TableName, Item: { pk: 'list', sk, n: Number(sk) } }));
    expect(bySdk).toEqual([]);
  });

  const of = (pk: string, sk = '-') => ({ pk, sk });
  const page = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'list' },
    ConsistentRead: true,
    IndexName: undefined,
  };

  test.each([
    ['get', () => new GetCommand({ TableName, Key: of('all'), ConsistentRead: true })],
    ['get of nothing', () => new GetCommand({ TableName, Key: of('none') })],
    [
      'batch get',
      () => new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [of('all'), of('list', '2'), of('none')] } } }),
    ],
    ['query', () => new QueryCommand({ TableName, ...page })],
    ['a page', () => new QueryCommand({ TableName, ...page, Limit: 2, ScanIndexForward: false })],
    ['the page after', () => new QueryCommand({ TableName, ...page, ExclusiveStartKey: of('list', '2') })],
    ['scan', () => new ScanCommand({ TableName })],
  ])('answers as by the SDK: %s', async (_what, command) => {
    bySdk = [];
    const direct = await documents().send(command() as GetCommand);
    expect(bySdk).toEqual([]);
    const { $metadata: _ours, ...answer } = direct;
    const { $metadata: _theirs, ...expected } = await sdk.send(command() as GetCommand);
    expect(answer).toEqual(expected);
  });

  test('changes, deletes and counts', async () => {
    bySdk = [];
    const add = {
      TableName,
      Key: of('count'),
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
    expect((await windows().send(new UpdateCommand({ ...add, ReturnValues: 'UPDATED_NEW' }))).Attributes).toEqual({
      n: 1,
    });
    expect((await documents().send(new UpdateCommand(add))).Attributes).toBeUndefined();
    const gone = await documents().send(new DeleteCommand({ TableName, Key: of('count'), ReturnValues: 'ALL_OLD' }));
    expect(gone.Attributes).toEqual({ ...of('count'), n: 2 });
    expect(bySdk).toEqual([]);
  });

  test('a transaction is done once, and a refused one has the reasons that the SDK has', async () => {
    bySdk = [];
    const Update = {
      TableName,
      Key: of('once'),
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
      ConditionExpression: 'attribute_not_exists(n)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    };
    const command = () =>
      new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: of('beside') } }, { Update }] });
    await documents().send(command());
    expect(bySdk).toEqual([]);
    const refused = await refusal(documents().send(command()));
    expect(refused).toBeInstanceOf(TransactionCanceledException);
    expect((refused as TransactionCanceledException).CancellationReasons).toMatchObject([
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: marshall({ ...of('once'), n: 1 }) },
    ]);
    expect(bySdk).toEqual([]);
    expect(shown(refused)).toEqual(shown(await refusal(sdk.send(command()))));
  });

  test('a failed condition is thrown as by the SDK, and the engine is asked once', async () => {
    bySdk = [];
    const command = (ReturnValuesOnConditionCheckFailure: 'ALL_OLD' | 'NONE') =>
      new PutCommand({
        TableName,
        Item: of('list', '1'),
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure,
      });
    for (const returned of ['ALL_OLD', 'NONE'] as const) {
      const refused = await refusal(documents().send(command(returned)));
      expect(refused).toBeInstanceOf(ConditionalCheckFailedException);
      expect((refused as ConditionalCheckFailedException).Item).toEqual(
        returned === 'ALL_OLD' ? marshall({ ...of('list', '1'), n: 1 }) : undefined,
      );
      expect(shown(refused)).toEqual(shown(await refusal(sdk.send(command(returned)))));
    }
    expect(bySdk).toEqual([]);
  });

  test('an item with bytes that a condition refused, an unknown table and another command are left to the SDK', async () => {
    bySdk = [];
    const put = (table: string) =>
      documents().send(
        new PutCommand({
          TableName: table,
          Item: everything,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    const refused = await refusal(put(TableName));
    expect((refused as ConditionalCheckFailedException).Item?.bytes).toEqual({ B: everything.bytes });
    await expect(put('none')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const read = new TransactGetCommand({ TransactItems: [{ Get: { TableName, Key: of('all') } }] });
    expect((await documents().send(read)).Responses).toEqual([{ Item: everything }]);
    expect(bySdk).toEqual(['PutItemCommand', 'PutItemCommand', 'TransactGetItemsCommand']);
  });

  test('what the engine is sent twice of one transaction it does once', async () => {
    const call = directTo(socketPath);
    const Update = {
      TableName,
      Key: of('token'),
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
    const first = await call({ command: 'TransactWriteItemsCommand', input: { TransactItems: [{ Update }] } });
    await sdk.send(new TransactWriteCommand(first.input as never));
    expect((await sdk.send(new GetCommand({ TableName, Key: of('token') }))).Item).toMatchObject({ n: 1 });
  });

  test('where the engine is gone, the call is left to the SDK', async () => {
    const engine = await startDynoxide();
    const call = directTo(socketOf(engine.endpoint) ?? '');
    await ensureTable(engine.endpoint, TableName);
    const get = { command: 'GetItemCommand', input: { TableName, Key: of('all') } };
    expect((await call(get)).output).toBeDefined();
    await engine.stop();
    expect(await call(get)).toEqual({ input: get.input, output: undefined });
  });
});
