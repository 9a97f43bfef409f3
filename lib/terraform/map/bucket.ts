import type { Noun } from './noun.ts';

/** A bucket; its keys, policy and rules are resources of their own. */
export const bucket: Noun = {
  create: 'createBucket',
  read: 'getBucket',
  updates: ['updateBucket'],
  delete: 'deleteBucket',
  names: ['name'],
  omit: ['usage'],
  kept: ['s3_url'],
};
