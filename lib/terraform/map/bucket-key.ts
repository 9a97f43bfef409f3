import type { Noun } from './noun.ts';

const path = { name: 'bucket' };

/** An access key of one bucket, with its secret, which only its creation shows. */
export const bucketKey: Noun = {
  create: { operation: 'createBucketKey', path },
  read: { operation: 'getBucketKey', path },
  updates: [{ operation: 'updateBucketKey', path }],
  delete: { operation: 'deleteBucketKey', path },
  names: ['bucket', 'access_key_id'],
  omit: ['last_used_at'],
  kept: ['access_key_id', 'endpoint', 'region', 'secret_key'],
};
