import type { Action } from '#lib/local/s3/auth/permissions.ts';
import type { Signer, VerifyContext } from '#lib/local/s3/auth/verify.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import type { S3Request } from '#lib/local/s3/http/request.ts';
import type { PayloadPlan } from '#lib/local/s3/payload/plan.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import type { Store } from '#lib/local/s3/store/store.ts';
import type { Traffic } from '#lib/local/s3/traffic.ts';

/** What every request is served with. */
export interface EngineContext extends VerifyContext {
  store: Store;
  traffic: Traffic;
  hosts: readonly string[];
  log: (message: string) => void;
}

/** A request that was let in. */
export interface Call {
  engine: EngineContext;
  request: S3Request;
  /** Undefined for an anonymous one. */
  signer: Signer | undefined;
  plan: PayloadPlan;
}

/** One of a bucket that is there. */
export interface BucketCall extends Call {
  bucket: BucketRecord;
}

/** One of a key. */
export interface ObjectCall extends BucketCall {
  key: string;
}

/** What an operation counts as (usage of a bucket). */
export type TrafficKind = 'get' | 'put' | 'list' | 'delete';

interface OperationHead {
  name: string;
  method: string;
  /** A parameter of the query that makes it this operation. */
  query?: string;
  /** A header that does. */
  header?: string;
  action: Action;
  counts: TrafficKind;
}

/** An operation of S3: when it is meant, what it needs, what it does. */
export type Operation =
  | (OperationHead & { level: 'service'; run: (call: Call) => Promise<Reply> | Reply })
  | (OperationHead & { level: 'bucket'; run: (call: BucketCall) => Promise<Reply> | Reply; fresh?: boolean })
  | (OperationHead & { level: 'object'; run: (call: ObjectCall) => Promise<Reply> | Reply });
