import { expect, test } from 'vitest';
import { billedReference } from '#lib/model/identity/policy/references.ts';

test.each([
  ['i-1', 'instance'],
  ['vol-1', 'volume'],
  ['snap-1', 'snapshot'],
  ['img-1', 'image'],
  ['eip-1', 'elastic-ip'],
  ['lb-1', 'load-balancer'],
])('the price of %s is that of a resource of the kind %s', (id, kind) => {
  expect(billedReference(id)).toEqual({ kind, id });
});

test.each(['', 'web-1', 'vpc-1', 'constructor-1'])('%j has no price', (id) => {
  expect(billedReference(id)).toBeUndefined();
});
