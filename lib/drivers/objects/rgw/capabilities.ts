import { allCapabilities } from '#lib/drivers/objects/capabilities.ts';
import type { EngineCapabilities } from '#lib/drivers/objects/engine.ts';

/**
 * Ceph's usage log is late, and groups by user instead of bucket and day, so it does not count as traffic. A key's
 * policy never allows PutBucketPolicy.
 */
export const rgwCapabilities: EngineCapabilities = {
  ...allCapabilities,
  traffic: false,
  accountKeys: false,
  bucketPolicies: false,
};
