import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awsJson, dynamodbAt } from '#lib/local/aws-json.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import type { Engine } from '#lib/local/dynamodb/engine-process.ts';
import { ensureTable } from '#lib/local/dynamodb/table.ts';
import { copyTable, exchangeTable, markOf } from '#lib/local/state/table.ts';

/* While the engine runs, as it does when a platform loads a state. */
let dir: string;
let engine: Engine;
let file: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-exchange-'));
  file = join(dir, 'table.sqlite');
  engine = await startDynoxide({ file, socketPath: join(dir, 'socket') });
  await ensureTable(engine.endpoint, 'svc');
});
afterAll(async () => {
  await engine.stop();
  rmSync(dir, { recursive: true });
});

const call = <T>(operation: string, input: object) =>
  awsJson<T>(dynamodbAt(engine.endpoint), operation, { TableName: 'svc', ...input });
const put = (name: string) =>
  call('PutItem', { Item: { pk: { S: name }, sk: { S: '-' }, gsi1pk: { S: 'all' }, gsi1sk: { S: name } } });
/** The names in the table, and those in its index. */
async function names(): Promise<string[][]> {
  const by = { KeyConditionExpression: 'gsi1pk = :a', ExpressionAttributeValues: { ':a': { S: 'all' } } };
  const [table, index] = await Promise.all([
    call<{ Items: { pk: { S: string } }[] }>('Scan', {}),
    call<{ Items: { pk: { S: string } }[] }>('Query', { IndexName: 'gsi1', ...by }),
  ]);
  return [table, index].map(({ Items }) => Items.map(({ pk }) => pk.S).sort());
}

let copy: string;
let copies = 0;
beforeEach(async () => {
  (await exchangeTable(file, undefined)).commit();
  await put('old');
  copies += 1;
  copy = join(dir, `copy-${copies}`);
  await copyTable(file, copy);
  await put('new');
});

test('the engine serves the copy as soon as the exchange is committed, in the table and in its index', async () => {
  expect(await names()).toEqual([
    ['new', 'old'],
    ['new', 'old'],
  ]);
  const before = await markOf(file);
  const exchange = await exchangeTable(file, copy);
  expect(await names()).toEqual([
    ['new', 'old'],
    ['new', 'old'],
  ]);
  exchange.commit();
  expect(await names()).toEqual([['old'], ['old']]);
  expect([exchange.mark, await markOf(file)]).toEqual([before + 1, before + 1]);
  await put('later');
  expect(await names()).toEqual([
    ['later', 'old'],
    ['later', 'old'],
  ]);
});

test('an exchange that is undone leaves everything, and the next one has its mark', async () => {
  const { mark, undo } = await exchangeTable(file, copy);
  undo();
  expect(await names()).toEqual([
    ['new', 'old'],
    ['new', 'old'],
  ]);
  expect(await markOf(file)).toBe(mark - 1);
  const next = await exchangeTable(file, undefined);
  next.undo();
  expect(next.mark).toBe(mark);
});

test('without a copy the table is empty, and usable', async () => {
  (await exchangeTable(file, undefined)).commit();
  expect(await names()).toEqual([[], []]);
  await put('first');
  expect(await names()).toEqual([['first'], ['first']]);
});

const spoilt: [string, (database: DatabaseSync) => void][] = [
  ['has another column', (database) => database.exec('ALTER TABLE svc ADD COLUMN more TEXT')],
  ['lacks the index', (database) => database.exec('DROP TABLE "svc::gsi::gsi1"')],
  ['has another table', (database) => database.exec('CREATE TABLE more (a)')],
];

test.each(spoilt)('a copy that %s is of another engine, and refused', async (_, spoil) => {
  const database = new DatabaseSync(copy);
  spoil(database);
  database.close();
  await expect(exchangeTable(file, copy)).rejects.toThrow(
    'its table was written by another version of the embedded DynamoDB',
  );
  expect(await names()).toEqual([
    ['new', 'old'],
    ['new', 'old'],
  ]);
});
