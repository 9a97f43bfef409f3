import type { EngineCapabilities } from './engine.ts';

const all: EngineCapabilities = {
  versioning: true,
  cors: true,
  lifecycle: true,
  quota: true,
  publicRead: true,
  tagging: true,
  presignedPost: true,
  traffic: true,
};

/** What the embedded engine can do: all that the interface knows. */
export const embeddedCapabilities = all;

/** Ceph's usage log is late and by user, not by bucket's day, so it does not count as traffic. */
export const rgwCapabilities: EngineCapabilities = { ...all, traffic: false };

/** S3 has no quotas, and tells of requests only through paid logs. */
export const awsS3Capabilities: EngineCapabilities = { ...all, quota: false, traffic: false };
