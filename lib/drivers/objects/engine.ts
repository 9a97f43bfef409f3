/** What an engine can do beyond the least; a route that needs what its engine lacks refuses with 409. */
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
}

/** Limits of a bucket; null is none. */
export interface BucketQuota {
  maxSizeBytes: number | null;
  maxObjects: number | null;
}

/** Which pages of other origins may call. */
export interface CorsRule {
  id?: string;
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders: string[];
  exposeHeaders: string[];
  maxAgeSeconds?: number;
}

/** When objects, replaced versions and uploads go by themselves, in whole days. */
export interface LifecycleRule {
  id: string;
  enabled: boolean;
  prefix: string;
  expireDays?: number;
  noncurrentDays?: number;
  abortMultipartDays?: number;
}

/** How a bucket is set up. */
export interface BucketSettings {
  acl: 'private' | 'public-read';
  /** `disabled` only as long as it has never been on. */
  versioning: 'disabled' | 'enabled' | 'suspended';
  quota: BucketQuota | null;
  tags: Record<string, string>;
  cors: CorsRule[];
  lifecycle: LifecycleRule[];
}

/** A bucket to be made; private, unversioned and without limits unless it says otherwise. */
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
  /** Object keys begin with it. */
  prefix: string | null;
  active: boolean;
}

/** Where clients reach the engine, and what they sign for. */
export interface EngineEndpoint {
  url: string;
  region: string;
  addressing: readonly ('path' | 'virtual')[];
}

/** What a bucket holds and what went over it; requests and bytes are totals since `trafficSince`. */
export interface BucketUsage {
  objects: number;
  sizeBytes: number;
  versions: number;
  versionsBytes: number;
  multipartBytes: number;
  requests: { get: number; put: number; list: number; delete: number };
  egressBytes: number;
  ingressBytes: number;
  measuredAt: Date;
  /** By hour, the oldest first, only hours in which something happened. */
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

/** What to list. */
export interface ListQuery {
  prefix?: string;
  delimiter?: string;
  cursor?: string;
  limit?: number;
}

/** A page of a listing; a cursor where there is more. */
export interface ObjectPage {
  objects: ListedObject[];
  commonPrefixes: string[];
  nextCursor: string | null;
}

/** Why an engine refuses: the name of a bucket is taken, there is no such bucket, or it is not empty. */
export class ObjectEngineError extends Error {
  override readonly name = 'ObjectEngineError';
  readonly code: 'bucket_exists' | 'no_such_bucket' | 'bucket_not_empty' | 'invalid';

  constructor(code: ObjectEngineError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The control plane's side of an object store: buckets, their settings and their keys; clients' own requests go to its S3
 * endpoint. Every call may be repeated. Where there is no such bucket, all but the deletions throw ObjectEngineError.
 */
export interface ObjectEngine {
  readonly capabilities: EngineCapabilities;
  readonly endpoint: EngineEndpoint;
  /** What the name of every bucket must begin with; empty where any will do. */
  readonly bucketPrefix: string;
  /** Makes a bucket; throws `bucket_exists` where there is one of that name, `invalid` for a name that S3 refuses. */
  createBucket(bucket: NewBucket): Promise<void>;
  /** Sets what is given and leaves the rest as it is. */
  configureBucket(name: string, settings: Partial<BucketSettings>): Promise<void>;
  /** Removes an empty bucket, not its keys; throws `bucket_not_empty`. Resolves also where there is none. */
  deleteBucket(name: string): Promise<void>;
  /**
   * Closes a bucket to whoever has no key, and where it can to all, and removes objects, versions, markers and uploads for
   * about so many milliseconds; true when nothing is left. May be called again after a crash, and where it is gone.
   */
  emptyBucket(name: string, milliseconds: number): Promise<boolean>;
  /**
   * Makes a key known, or known as it now is, and answers under which id and secret: those given, or the engine's own where
   * it chooses them itself. An engine that asks the control plane about keys at every request does nothing.
   */
  putKey(key: BucketKey): Promise<Pick<BucketKey, 'accessKeyId' | 'secretKey'>>;
  /** Ends a key: refused from the next request on. Resolves also where there is none. */
  deleteKey(bucket: string, accessKeyId: string): Promise<void>;
  /** Counters are exact; requests of the last second may not be in yet. */
  usage(name: string, from?: Date, to?: Date): Promise<BucketUsage>;
  listObjects(name: string, query?: ListQuery): Promise<ObjectPage>;
  /** Does now what lifecycle rules ask for; an engine that sees to it by itself does nothing. */
  applyLifecycles(): Promise<void>;
}

/** What of an engine is called: all but what is known of it beforehand. */
export const engineCalls = [
  'createBucket',
  'configureBucket',
  'deleteBucket',
  'emptyBucket',
  'putKey',
  'deleteKey',
  'usage',
  'listObjects',
  'applyLifecycles',
] as const satisfies (keyof ObjectEngine)[];

/** An engine each of whose calls is made by `call`, as for one that is elsewhere or not loaded yet. */
export function engineBy(
  known: Pick<ObjectEngine, 'capabilities' | 'endpoint' | 'bucketPrefix'>,
  call: (name: (typeof engineCalls)[number], args: readonly unknown[]) => Promise<unknown>,
): ObjectEngine {
  const calls = engineCalls.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  return { ...known, ...Object.fromEntries(calls) } as ObjectEngine;
}
