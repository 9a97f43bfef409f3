import { expect, test } from 'vitest';
import { svcRules } from '#lib/standards/sigv4/core.ts';
import { createSigningKeys } from '#lib/standards/sigv4/signing-key.ts';

const day = '20150830';

test('is the one of the AWS documentation’s example', () => {
  const rules = { ...svcRules, region: 'us-east-1', service: 'iam' };
  const key = createSigningKeys(1)('AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', day, rules);
  expect(key.export().toString('hex')).toBe('c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9');
});

test('is derived once for a secret, a day and a scope', () => {
  const keyOf = createSigningKeys(10);
  const first = keyOf('A', 'secret', day, svcRules);
  expect(keyOf('A', 'secret', day, svcRules)).toBe(first);
  const others = [
    keyOf('A', 'secret', '20150831', svcRules),
    keyOf('A', 'secret', day, { ...svcRules, region: 'in-del' }),
    keyOf('A', 'rotated', day, svcRules),
  ];
  expect(others.filter((other) => other.equals(first))).toEqual([]);
});

test('is forgotten when so many others came after it', () => {
  const keyOf = createSigningKeys(2);
  const first = keyOf('A', 'secret', day, svcRules);
  keyOf('B', 'secret', day, svcRules);
  expect(keyOf('A', 'secret', day, svcRules)).toBe(first);
  keyOf('C', 'secret', day, svcRules);
  const again = keyOf('A', 'secret', day, svcRules);
  expect(again).not.toBe(first);
  expect(again.equals(first)).toBe(true);
});
