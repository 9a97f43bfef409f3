import type { EngineCapabilities, ObjectEngine } from './engine.ts';

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

const refuse = async () => {
  throw new Error('the engine has no policies of customers: its own are what confines their keys');
};

/** The calls of an engine without `bucketPolicies`, which nobody makes. */
export const withoutPolicies: Pick<ObjectEngine, 'readPolicy' | 'writePolicy'> = {
  readPolicy: refuse,
  writePolicy: refuse,
};
