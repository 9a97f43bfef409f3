import type { Noun } from './noun.ts';

const path = { name: 'bucket' };

/** The CORS rules of a bucket, all of them. */
export const bucketCors: Noun = {
  create: { operation: 'putBucketCors', path },
  read: { operation: 'getBucketCors', path },
  updates: [{ operation: 'putBucketCors', path }],
  delete: { operation: 'deleteBucketCors', path },
  names: ['bucket'],
  shown: (reply) => (reply.rules.length > 0 ? reply : undefined),
  omit: ['next_cursor'],
};
