import { expect, test } from 'vitest';
import { KeyCaps, keysOf } from '#lib/local/dev/faults/key-caps.ts';
import { testTime } from '#test/support/vitest/clock.ts';

const cap = { read_units: 10, write_units: 2 };
const call = (operation: string, body: object) => ({ operation, body: JSON.stringify(body) });
const put = (pk: string) => call('PutItem', { Item: { pk: { S: pk }, sk: { S: '-' } } });
const get = (pk: string) => call('GetItem', { Key: { pk: { S: pk }, sk: { S: '-' } } });

test('a key without units is refused until they are back; other keys, and its reads, are not', () => {
  const time = testTime();
  const caps = new KeyCaps();
  caps.spend(put('a'), cap, 3);
  expect(caps.exhausted(put('a'), cap)).toBe(0);
  expect([put('b'), get('a')].map((one) => caps.exhausted(one, cap))).toEqual([-1, -1]);
  time.advance(499);
  expect(caps.exhausted(put('a'), cap)).toBe(0);
  time.advance(2);
  expect(caps.exhausted(put('a'), cap)).toBe(-1);
  time.advance(60_000);
  caps.spend(put('a'), cap, 2);
  expect(caps.exhausted(put('a'), cap)).toBe(0);
});

test('a transaction is refused for the item whose key has none left, and takes its units from all', () => {
  testTime();
  const caps = new KeyCaps();
  const Item = (pk: string) => ({ Put: { Item: { pk: { S: pk }, sk: { S: '-' } } } });
  const both = call('TransactWriteItems', { TransactItems: [Item('a'), Item('b')] });
  caps.spend(both, cap, 2);
  expect(caps.exhausted(both, cap)).toBe(-1);
  caps.spend(put('b'), cap, 1);
  expect(caps.exhausted(both, cap)).toBe(1);
});

test.each([
  [{ Key: { pk: { S: 'a' }, sk: { S: '1' } } }, ['a']],
  [{ RequestItems: { svc: { Keys: [{ pk: { S: 'a' } }, { pk: { S: 'b' } }] } } }, ['a', 'b']],
  [{ KeyConditionExpression: '#0 = :0 AND #1 >= :1', ExpressionAttributeValues: { ':0': { S: 'a' } } }, ['a']],
  [{ TableName: 'svc' }, []],
])('the keys of %j', (body, keys) => {
  expect(keysOf({ body: JSON.stringify(body) })).toEqual(keys);
});
