import type { EngineCapabilities, ObjectEngine } from './engine.ts';

/** The capabilities of an engine that implements the whole interface. */
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

/** The policy calls of an engine without `bucketPolicies`, which are never made. */
export const withoutPolicies: Pick<ObjectEngine, 'readPolicy' | 'writePolicy'> = {
  readPolicy: refuse,
  writePolicy: refuse,
};
