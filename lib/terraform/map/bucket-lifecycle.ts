import type { Noun } from './noun.ts';

const path = { name: 'bucket' };

/** The lifecycle rules of a bucket, all of them. */
export const bucketLifecycle: Noun = {
  create: { operation: 'putBucketLifecycle', path },
  read: { operation: 'getBucketLifecycle', path },
  updates: [{ operation: 'putBucketLifecycle', path }],
  delete: { operation: 'deleteBucketLifecycle', path },
  names: ['bucket'],
  shown: (reply) => (reply.rules.length > 0 ? reply : undefined),
  omit: ['next_cursor'],
};
