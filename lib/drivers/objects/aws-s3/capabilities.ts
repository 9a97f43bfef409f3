import { allCapabilities } from '#lib/drivers/objects/capabilities.ts';
import type { EngineCapabilities } from '#lib/drivers/objects/engine.ts';

/** S3 has no quotas, and reports requests only in paid logs. A key's policy never allows PutBucketPolicy. */
export const awsS3Capabilities: EngineCapabilities = {
  ...allCapabilities,
  quota: false,
  traffic: false,
  accountKeys: false,
  bucketPolicies: false,
};
