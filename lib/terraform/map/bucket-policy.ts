import type { Noun } from './noun.ts';

const path = { name: 'bucket' };

/** The policy of a bucket. */
export const bucketPolicy: Noun = {
  create: { operation: 'putBucketPolicy', path },
  read: { operation: 'getBucketPolicy', path },
  updates: [{ operation: 'putBucketPolicy', path }],
  delete: { operation: 'deleteBucketPolicy', path },
  names: ['bucket'],
  shown: (reply) => (reply.policy ? reply : undefined),
  json: ['policy'],
};
