import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exchangeTable } from '#lib/local/state/table.ts';
import { hasNamespaces } from '#test/support/processes/namespaces.ts';
import { keptFile, TableName } from './kept-file.ts';
import { attributes } from './types.ts';

const usual = { pk: 'a "quoted" ₹ text\n\u{1f600}', sk: 'S:', ...attributes };
const of = (sk: string) => ({ pk: 'list', sk });
const [first, second, none] = [of('1'), of('2'), of('3')];

describe.runIf(hasNamespaces)('reads of the file of an engine', () => {
  let kept: Awaited<ReturnType<typeof keptFile>>;
  beforeEach(async () => {
    kept = await keptFile();
  });
  afterEach(() => kept.remove());

  const get = async (Key: object, more = {}) =>
    (await kept.call({ command: 'GetItemCommand', input: { TableName, Key, ConsistentRead: true, ...more } })).output;
  const batch = async (Keys: object[], more = {}) => {
    const RequestItems = { [TableName]: { Keys, ConsistentRead: true, ...more } };
    return (await kept.call({ command: 'BatchGetItemCommand', input: { RequestItems } })).output;
  };
  const itemOf = async (Key: object) => ((await get(Key)) as { Item?: object } | undefined)?.Item;

  test('answer as the engine does', async () => {
    await kept.put(usual);
    await kept.put({ ...first, n: 1 });
    const { pk, sk } = usual;
    const asked = async () => [
      await get({ pk, sk }),
      await get({ pk: 'none', sk }),
      await batch([{ pk, sk }, first, none]),
      await batch([none]),
    ];
    const fromFile = await asked();
    kept.end();
    const fromEngine = await asked();
    expect(fromFile).toEqual(fromEngine);
    expect(fromFile[0]).toEqual({ $metadata: {}, Item: usual });
  });

  test('answer what the engine has kept, also once it is gone', async () => {
    await kept.put({ ...first, n: 1 });
    expect(await itemOf(first)).toEqual({ ...first, n: 1 });
    await kept.engine.stop();
    expect(await itemOf(first)).toEqual({ ...first, n: 1 });
    expect(await get(none)).toEqual({ $metadata: {} });
  });

  test('see each write that the engine has answered', async () => {
    for (let n = 0; n < 100; n++) {
      await kept.put({ ...first, n });
      expect(await itemOf(first)).toEqual({ ...first, n });
    }
    await kept.call({ command: 'DeleteItemCommand', input: { TableName, Key: first } });
    expect(await itemOf(first)).toBeUndefined();
  });

  test('see an exchange of the contents once it is committed', async () => {
    await kept.put({ ...first, n: 1 });
    expect(await itemOf(first)).toBeDefined();
    const exchanged = await exchangeTable(kept.file, undefined);
    expect(await itemOf(first)).toBeDefined();
    exchanged.commit();
    expect(await itemOf(first)).toBeUndefined();
  });

  test('read all items of a call as they were at one moment', async () => {
    const Update = (sk: string) => ({
      Update: {
        TableName,
        Key: { pk: 'list', sk },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    });
    let isDone = false;
    const writing = (async () => {
      for (let n = 0; n < 60; n++)
        await kept.call({ command: 'TransactWriteItemsCommand', input: { TransactItems: [Update('1'), Update('2')] } });
      isDone = true;
    })();
    while (!isDone) {
      const { Responses } = (await batch([first, second])) as { Responses: { svc: { n: number }[] } };
      const counts = Responses.svc.map(({ n }) => n);
      expect(new Set(counts).size).toBeLessThan(2);
      await new Promise(setImmediate);
    }
    await writing;
  });

  test('read values of every type, and numbers that a double does not hold', async () => {
    const marshalled = {
      pk: { S: 'rare' },
      sk: { S: '-' },
      n: { N: '9007199254740993' },
      counts: { NS: ['2', '1'] },
      bytes: { B: 'AP8H' },
      texts: { SS: ['b', 'a'] },
    };
    const database = new DatabaseSync(kept.file);
    await kept.put(first);
    database
      .prepare(`INSERT INTO "svc" (pk, sk, item_json, item_size) VALUES ('S:rare', 'S:-', ?, 1)`)
      .run(JSON.stringify(marshalled));
    database.close();
    expect(await itemOf({ pk: 'rare', sk: '-' })).toEqual({
      pk: 'rare',
      sk: '-',
      n: 9_007_199_254_740_993n,
      counts: new Set([2, 1]),
      bytes: new Uint8Array([0, 255, 7]),
      texts: new Set(['b', 'a']),
    });
  });

  test('leave to the engine what they do not know', async () => {
    await kept.put({ ...first, n: 1 });
    expect(await itemOf(first)).toBeDefined();
    await kept.engine.stop();
    const left = {
      'a projection': await get(first, { ProjectionExpression: 'n' }),
      'one of several items': await batch([first] as object[], { ProjectionExpression: 'n' }),
      'a key of another form': await get({ ...first, more: 'x' }),
      'a key of another type': await get({ pk: 'list', sk: 1 }),
      'another table': await get(first, { TableName: 'none' }),
      'a name that is none': await get(first, { TableName: '" --' }),
      'a write': (await kept.put(first)).output,
    };
    expect(Object.entries(left).filter(([, answer]) => answer)).toEqual([]);
  });

  test('are left to the engine while the file is empty, or has items in another form', async () => {
    const other = new DatabaseSync(kept.file);
    other.exec(`INSERT INTO "svc" (pk, sk, item_json, item_size)
      VALUES ('list', '1', '{"pk":{"S":"list"},"sk":{"S":"1"}}', 1)`);
    await kept.engine.stop();
    expect(await get(first)).toBeUndefined();
    other.exec('DELETE FROM "svc"');
    other.close();
    expect(await get(first)).toBeUndefined();
  });
});
