import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedKey } from '#lib/model/platform/repeated-key.ts';

test.each([
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', undefined],
  ['["a","a",{"b":"b"},"b"]', undefined],
  ['{"a":"a","b":"{\\"b\\":1,\\"b\\":2}"}', undefined],
  ['{"a":1,"A":2,"a ":3}', undefined],
  ['{"a":1,"a":1}', 'a'],
  ['{ "a" : 1 ,\n\t"a" : 2 }', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
  ['{"\\\\":1,"\\\\":2}', '\\'],
  ['{"":1,"":2}', '""'],
  ['{"a":{"b":1},"c":{"b":1,"d":[[],[0,{"e":1,"e":{}}]]}}', 'c.d[1][1].e'],
  [
    '{"document":{"Version":"2026-11-01","Statement":[{"Effect":"Deny","Effect":"Allow"}]}}',
    'document.Statement[0].Effect',
  ],
  ['{"a":1,"a":{"b":1,"b":2}}', 'a'],
  ['{"__proto__":1,"constructor":2,"toString":3,"__proto__":4}', '__proto__'],
])('%s: %s', (text, path) => {
  expect(JSON.parse(text)).toBeDefined();
  expect(repeatedKey(text)).toBe(path);
});

test('a name of any length is shown in part', () => {
  const name = 'n'.repeat(100_000);
  expect(repeatedKey(`{"${name}":1,"${name}":2}`)).toBe('n'.repeat(64));
});

test('whatever JSON.stringify writes has no name twice, and has one once a name is written again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, name) => {
      const text = JSON.stringify(value);
      expect(repeatedKey(text)).toBeUndefined();
      const key = JSON.stringify(name);
      const path = `[1].outer${name ? `.${name.slice(0, 64)}` : '.""'}`;
      expect(repeatedKey(`[${text},{"outer":{${key}:${text},"-${key.slice(1)}:[${text}],${key}:${text}}}]`)).toBe(path);
    }),
  );
});
