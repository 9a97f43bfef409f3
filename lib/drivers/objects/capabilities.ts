import type { EngineCapabilities } from './engine.ts';

/** An engine that can do all that the interface knows. */
export const allCapabilities: EngineCapabilities = {
  versioning: true,
  cors: true,
  lifecycle: true,
  quota: true,
  publicRead: true,
  tagging: true,
  presignedPost: true,
  traffic: true,
  accountKeys: true,
  bucketPolicies: true,
};
