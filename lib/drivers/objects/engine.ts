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

/** What a new bucket is to be. */
export interface NewBucket {
  name: string;
  acl?: 'private' | 'public-read';
  versioning?: 'disabled' | 'enabled';
  quota?: BucketQuota | null;
  tags?: Record<string, string>;
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

/** What removed how much of a bucket that is being emptied. */
export type DeleteProgress = (removed: number) => void;

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
 * The control plane's side of an object store: buckets and their settings; clients' own requests go to its S3 endpoint.
 * Every call may be repeated. Where there is no such bucket, all but `deleteBucket` throw ObjectEngineError.
 */
export interface ObjectEngine {
  readonly capabilities: EngineCapabilities;
  /** Makes a bucket; throws `bucket_exists` where there is one of that name, `invalid` for a name that S3 refuses. */
  createBucket(bucket: NewBucket): Promise<void>;
  /**
   * Removes a bucket; throws `bucket_not_empty` unless `force`, which closes it to clients at once and removes all
   * objects, versions and uploads. Resolves when it is gone, also where it was; may be called again after a crash.
   */
  deleteBucket(name: string, options?: { force?: boolean; progress?: DeleteProgress }): Promise<void>;
  setVersioning(name: string, versioning: 'enabled' | 'suspended'): Promise<void>;
  setAcl(name: string, acl: 'private' | 'public-read'): Promise<void>;
  /** An empty list removes them. */
  setCors(name: string, rules: CorsRule[]): Promise<void>;
  /** An empty list removes them. */
  setLifecycle(name: string, rules: LifecycleRule[]): Promise<void>;
  setQuota(name: string, quota: BucketQuota | null): Promise<void>;
  setTags(name: string, tags: Record<string, string>): Promise<void>;
  /** Counters are exact; requests of the last second may not be in yet. */
  usage(name: string, from?: Date, to?: Date): Promise<BucketUsage>;
  listObjects(name: string, query?: ListQuery): Promise<ObjectPage>;
}
