import * as z from 'zod';
import { objectsUnder } from '#lib/model/identity/policy/references.ts';
import type { Reference } from '#lib/model/platform/reference.ts';

/** The policy of a bucket, in S3's language. The engine checks its statements. */
export const bucketPolicy = z
  .record(z.string(), z.unknown())
  .describe("The bucket's policy, a document of S3: `Version`, `Id` and `Statement`; at most 20 KiB.")
  .meta({
    example: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Deny',
          Principal: '*',
          Action: 's3:PutObjectAcl',
          Resource: 'arn:aws:s3:::photos/*',
        },
      ],
    },
  });
export type BucketPolicy = z.infer<typeof bucketPolicy>;

/** The reply of the routes of a bucket's policy. */
export const shownPolicy = z.strictObject({
  policy: bucketPolicy.nullable().describe('The policy of the bucket; null where it has none.'),
});

/**
 * What a change of a bucket's policy stands for: a change of the bucket, and the actions that the policy grants to
 * others.
 */
export function policyGrants(bucket: string, policy?: BucketPolicy): Reference[] {
  const change: Reference = { kind: 'bucket', id: bucket, as: ['storage:UpdateBucket', 'storage:ListObjects'] };
  const statements = [policy?.Statement ?? []].flat();
  const allows = statements.some((each) => (each as { Effect?: unknown } | null)?.Effect === 'Allow');
  if (!allows) return [{ ...change, as: ['storage:UpdateBucket'] }];
  return [change, objectsUnder(bucket, '', 'storage:GetObject', 'storage:PutObject', 'storage:DeleteObject')];
}
