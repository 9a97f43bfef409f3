import type { Source } from '#lib/model/platform/source.ts';
import type { CorsRule, LifecycleRule } from './bucket-rules.ts';

/** What an engine supports beyond the minimum. A route that needs more refuses with 409. */
export interface EngineCapabilities {
  versioning: boolean;
  cors: boolean;
  lifecycle: boolean;
  quota: boolean;
  publicRead: boolean;
  tagging: boolean;
  presignedPost: boolean;
  /** Requests and bytes by hour. */
  traffic: boolean;
  /** IAM access keys sign S3 requests, and the policies of their users decide. */
  accountKeys: boolean;
  /** Customers' keys read and write the policy of a bucket. */
  bucketPolicies: boolean;
}

/** Limits of a bucket; null is none. */
export interface BucketQuota {
  maxSizeBytes: number | null;
  maxObjects: number | null;
}

/** The settings of a bucket. */
export interface BucketSettings {
  /** The account that it belongs to; undefined for the platform. Only an engine with `accountKeys` needs it. */
  account?: string;
  acl: 'private' | 'public-read';
  /**
   * Changes with every request that names the ACL, even if the ACL stays the same: grants that were made through S3's
   * own ACL calls then end. Undefined until a request names the ACL.
   */
  aclSet?: number;
  /** `disabled` only until it is first enabled. */
  versioning: 'disabled' | 'enabled' | 'suspended';
  quota: BucketQuota | null;
  tags: Record<string, string>;
  cors: CorsRule[];
  lifecycle: LifecycleRule[];
}

/** A new bucket: private, unversioned and without limits by default. */
export interface NewBucket extends Partial<BucketSettings> {
  name: string;
}

/** What a key may do in its bucket (contract 4.10). */
export type KeyPermission = 'read' | 'write' | 'readwrite';

/** A key of one bucket. */
export interface BucketKey {
  bucket: string;
  accessKeyId: string;
  secretKey: string;
  permission: KeyPermission;
  /** The prefix that the key is limited to. */
  prefix: string | null;
  active: boolean;
}

/** The endpoint that clients use, and the region that they sign for. */
export interface EngineEndpoint {
  url: string;
  region: string;
  addressing: readonly ('path' | 'virtual')[];
}

/** What a bucket holds, and its traffic; requests and bytes are totals since `trafficSince`. */
export interface BucketUsage {
  /** The account that the bucket belongs to, if an engine with `accountKeys` knows it. */
  account?: string;
  objects: number;
  sizeBytes: number;
  versions: number;
  versionsBytes: number;
  multipartBytes: number;
  requests: { get: number; put: number; list: number; delete: number };
  egressBytes: number;
  ingressBytes: number;
  measuredAt: Date;
  /** Traffic by hour, the oldest first; hours without traffic are left out. */
  series: {
    at: Date;
    get: number;
    put: number;
    list: number;
    delete: number;
    egressBytes: number;
    ingressBytes: number;
  }[];
}

/** An object of a listing. */
export interface ListedObject {
  key: string;
  size: number;
  etag: string;
  lastModified: Date;
  storageClass: 'STANDARD';
}

/** A query of a listing. */
export interface ListQuery {
  prefix?: string;
  delimiter?: string;
  cursor?: string;
  limit?: number;
}

/** A page of a listing, with a cursor if there are more. */
export interface ObjectPage {
  objects: ListedObject[];
  commonPrefixes: string[];
  nextCursor: string | null;
}

/** A caller as a bucket policy may name it, and the properties of the request that conditions may check. */
export interface PolicyCaller {
  /** The names that a principal may have in a policy: the account, and the SRN of a user. */
  names: readonly string[];
  account: string;
  source: Source;
  /** Whether the request came by HTTPS. */
  secure: boolean;
  userAgent: string;
}

/**
 * An engine's refusal: the name of a bucket is taken or invalid, or its policy is invalid; the bucket does not exist,
 * or it is not empty; or its policy denies the call.
 */
export class ObjectEngineError extends Error {
  override readonly name = 'ObjectEngineError';
  readonly code: 'bucket_exists' | 'no_such_bucket' | 'bucket_not_empty' | 'invalid' | 'denied';

  constructor(code: ObjectEngineError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * An engine's refusal about a multipart upload: it is unknown, its parts do not match, it exceeds the bucket's quota,
 * the bucket's policy denies it, or the key has no access to the bucket.
 */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly code: 'no_such_upload' | 'invalid_parts' | 'quota_exceeded' | 'denied' | 'closed';

  constructor(code: UploadError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The control plane's interface to an object store: buckets, their settings and their keys. Clients use its S3 endpoint
 * directly. Every call may be repeated. On a bucket that does not exist, all calls except deletions throw
 * ObjectEngineError.
 */
export interface ObjectEngine {
  readonly capabilities: EngineCapabilities;
  readonly endpoint: EngineEndpoint;
  /** The prefix that the name of every bucket must have; empty for none. */
  readonly bucketPrefix: string;
  /** Creates a bucket. Throws `bucket_exists` when the name is taken, and `invalid` for a name that S3 refuses. */
  createBucket(bucket: NewBucket): Promise<void>;
  /** Changes the given settings. The versioning of a bucket with object lock stays enabled. */
  configureBucket(name: string, settings: Partial<BucketSettings>): Promise<void>;
  /**
   * Removes an empty bucket, but not its keys. Throws `bucket_not_empty`. Succeeds also if the bucket does not exist.
   */
  deleteBucket(name: string): Promise<void>;
  /**
   * Ends public access to a bucket, and all access where the engine can, then removes objects, versions, markers and
   * uploads for about this many milliseconds. Returns true when nothing is left. May be repeated, also if the bucket
   * does not exist. Throws `bucket_not_empty`, and leaves the bucket open, while object lock protects one of its
   * versions.
   */
  emptyBucket(name: string, milliseconds: number): Promise<boolean>;
  /**
   * Creates or changes a key. Returns its id and secret: the given ones, or those that the engine chose. Does nothing
   * in an engine that asks the control plane about keys with every request.
   */
  putKey(key: BucketKey): Promise<Pick<BucketKey, 'accessKeyId' | 'secretKey'>>;
  /** Removes a key, which is refused from the next request on. Succeeds also if the key does not exist. */
  deleteKey(bucket: string, accessKeyId: string): Promise<void>;
  /** Measures a bucket. Sizes are exact; the requests of the last second may be missing. */
  usage(name: string, from?: Date, to?: Date): Promise<BucketUsage>;
  listObjects(name: string, query?: ListQuery): Promise<ObjectPage>;
  /**
   * Reads the text of a bucket's policy; null where it has none. Without a caller it reads as the owner. Throws
   * `denied` where the policy denies this to the caller. Call it only where the engine has `bucketPolicies`.
   */
  readPolicy(name: string, caller?: PolicyCaller): Promise<string | null>;
  /** Sets a bucket's policy, or removes it. Throws as `readPolicy` does, and `invalid`. A rehearsal changes nothing. */
  writePolicy(
    name: string,
    text: string | null,
    options: { caller?: PolicyCaller | undefined; rehearse?: boolean },
  ): Promise<void>;
  /** Applies lifecycle rules now. Does nothing in an engine that applies them automatically. */
  applyLifecycles(): Promise<void>;
}

/** The calls of an engine. Its other members are known without a call. */
export const engineCalls = [
  'createBucket',
  'configureBucket',
  'deleteBucket',
  'emptyBucket',
  'putKey',
  'deleteKey',
  'usage',
  'listObjects',
  'readPolicy',
  'writePolicy',
  'applyLifecycles',
] as const satisfies (keyof ObjectEngine)[];

/** An engine that forwards each call to `call`, such as one that is remote or not loaded yet. */
export function engineBy(
  known: Pick<ObjectEngine, 'capabilities' | 'endpoint' | 'bucketPrefix'>,
  call: (name: (typeof engineCalls)[number], args: readonly unknown[]) => Promise<unknown>,
): ObjectEngine {
  const calls = engineCalls.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  return { ...known, ...Object.fromEntries(calls) } as ObjectEngine;
}
