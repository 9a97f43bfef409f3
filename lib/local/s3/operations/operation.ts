import type { Action } from '#lib/local/s3/auth/actions.ts';
import type { Caller } from '#lib/local/s3/auth/caller.ts';
import type { Signer, VerifyContext } from '#lib/local/s3/auth/verify.ts';
import type { ControlPlane } from '#lib/local/s3/control.ts';
import type { Strike } from '#lib/local/s3/http/faults.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import type { S3Request } from '#lib/local/s3/http/request.ts';
import type { PayloadPlan } from '#lib/local/s3/payload/plan.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import type { Store } from '#lib/local/s3/store/store.ts';
import type { Traffic } from '#lib/local/s3/traffic.ts';

/** Does the work of a request once it may begin. Answers false, and did not do it, where that took too long. */
export type Admit = (what: string, work: () => Promise<void>) => Promise<boolean>;

/** What every operation needs of the engine. Store and traffic may be others for the next request. */
export interface EngineContext extends VerifyContext {
  readonly store: Store;
  readonly traffic: Traffic;
  admit: Admit;
  hosts: readonly string[];
  log: (message: string) => void;
  /** The platform's API, which makes the changes of buckets that users ask for; undefined for an engine alone. */
  control?: ControlPlane | undefined;
  /** Which requests are to fail; undefined for none. */
  strike?: Strike | undefined;
}

/** An authorised request. */
export interface Call {
  engine: EngineContext;
  request: S3Request;
  /** Undefined for an anonymous one. */
  signer: Signer | undefined;
  caller: Caller;
  plan: PayloadPlan;
}

/** A request for an existing bucket. */
export interface BucketCall extends Call {
  bucket: BucketRecord;
}

/** A request for an object key. */
export interface ObjectCall extends BucketCall {
  key: string;
}

/** How an operation is counted in a bucket's usage. */
export type TrafficKind = 'get' | 'put' | 'list' | 'delete';

interface OperationHead {
  name: string;
  method: string;
  /** The query parameter that selects this operation. */
  query?: string;
  /** The header that selects this operation. */
  header?: string;
  action: Action;
  /** The body gives tags, so that the operation checks access again when it knows them. */
  givesTags?: true;
  counts: TrafficKind;
}

/** An operation of S3: what selects it, what it needs, and what it does. */
export type Operation =
  | (OperationHead & { level: 'service'; run: (call: Call) => Promise<Reply> | Reply })
  | (OperationHead & { level: 'bucket'; run: (call: BucketCall) => Promise<Reply> | Reply; fresh?: boolean })
  | (OperationHead & { level: 'object'; run: (call: ObjectCall) => Promise<Reply> | Reply });
