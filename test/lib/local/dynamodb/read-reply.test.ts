import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReply } from '#lib/local/dynamodb/read-reply.ts';
import { decodedItem, encodedItem } from '#lib/local/dynamodb/values.ts';

const text = fc.string({ unit: 'grapheme' });
const name = fc
  .oneof(text, fc.constantFrom('S', 'N', 'M', 'L', 'Items', '\\', '"', '\\"', ''))
  .filter((one) => one !== '__proto__');
const { item } = fc.letrec<{ item: Record<string, unknown>; value: unknown }>((tie) => ({
  item: fc.dictionary(name, tie('value'), { maxKeys: 8, noNullPrototype: true }),
  value: fc.oneof(
    { maxDepth: 3 },
    ...[text, fc.boolean(), fc.constant(null), fc.maxSafeInteger(), fc.double({ min: -1e9, max: 1e9, noNaN: true })],
    ...[tie('item'), fc.array(tie('value'), { maxLength: 4 })],
  ),
}));

const items = fc.array(item, { maxLength: 5 });
const reply = fc.oneof(
  fc.record(
    { Items: items, Count: fc.nat(), ScannedCount: fc.nat(), LastEvaluatedKey: item },
    { requiredKeys: ['Items'], noNullPrototype: true },
  ),
  fc.record({ Item: item }, { requiredKeys: [], noNullPrototype: true }),
  fc.record({ Attributes: item }, { noNullPrototype: true }),
  fc.record(
    { Responses: fc.record({ svc: items }, { noNullPrototype: true }), UnprocessedKeys: fc.constant({}) },
    { noNullPrototype: true },
  ),
);

/** A reply in the engine's words: `change` is what becomes of each item. */
const withItems = (value: unknown, change: (item: object) => object, name = ''): unknown => {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  if (['Item', 'Attributes', 'LastEvaluatedKey'].includes(name)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, withItems(one, change, field)]));
};

describe('a reply that is read from its text', () => {
  test('is what the decoder makes of it, whatever its items', () => {
    fc.assert(
      fc.property(reply, (any) => {
        const wire = JSON.stringify(withItems(any, encodedItem));
        // JSON.parse of Node 24.21 itself mistakes a quotation mark that is a name for a backslash.
        expect(readReply(wire)).toStrictEqual(withItems(any, (one) => decodedItem(encodedItem(one))));
      }),
    );
  });

  test('has plain objects, which can be written back, and numbers that are exact', () => {
    const { Item } = readReply('{"Item":{"n":{"N":"9007199254740993"},"plan":{"M":{"cpu":{"N":"2"}}}}}') ?? {};
    const found = Item as { n: bigint; plan: object };
    expect(found.n).toBe(9_007_199_254_740_993n);
    expect(encodedItem(found.plan)).toEqual({ cpu: { N: '2' } });
  });
});

describe('another text is left to JSON.parse', () => {
  test.each([
    '',
    '{}}',
    '{"Items": []}',
    '{"Items":[{"tags":{"SS":["a"]}}]}',
    '{"Items":[{"secret":{"B":"AA=="}}]}',
    '{"Items":[{"name":{"S":"a"}}',
    '{"Items":[{"name":{"S":"a}}]}',
    '{"Items":[{"name":{"S":"\\x"}}]}',
    '{"Items":[{"name":{"S":"a","N":"1"}}]}',
    '{"Items":[],"ConsumedCapacity":{"TableName":"svc"}}',
    '{"Responses":{},"UnprocessedKeys":{"svc":{"Keys":[]}}}',
  ])('%s', (other) => {
    expect(readReply(other)).toBeUndefined();
  });
});
