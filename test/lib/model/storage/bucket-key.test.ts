import { expect, test } from 'vitest';
import { bucketKeyPath } from '#lib/model/storage/bucket-key.ts';

const taken = (access_key_id: string) => bucketKeyPath.safeParse({ name: 'photos', access_key_id }).success;

test.each(['SVCABCDEFGHIJKLMNOPQ', 'SVC22334455667777ABC', 'AKIAIOSFODNN7EXAMPLE', `AKIA${'A'.repeat(124)}`])(
  'a key of a bucket may be called %s: by us, or by IAM',
  (id) => expect({ id, taken: taken(id) }).toEqual({ id, taken: true }),
);

test.each([
  'SVCABCDEFGHIJKLMNOP',
  'SVCABCDEFGHIJKLMNOPQR',
  'SVCABCDEFGHIJKLMNO01',
  'ASIAIOSFODNN7EXAMPLE',
  'AKIAIOSFODNN7example',
  'AKIA',
  `AKIA${'A'.repeat(125)}`,
  'AKIAIOSFODNN7EXAMPLE/..',
])('and never %s', (id) => expect({ id, taken: taken(id) }).toEqual({ id, taken: false }));
