import type { CorsRule, LifecycleRule } from '#lib/drivers/objects/bucket-rules.ts';
import type { BucketQuota } from '#lib/drivers/objects/engine.ts';
import type { Acl, Owner } from '#lib/local/s3/auth/acl.ts';
import type { BucketPolicy } from '#lib/local/s3/auth/bucket-policy.ts';

/**
 * A bucket's row. `id` is 16 hex digits, new for each creation, so that a new bucket has nothing of an earlier one of
 * the same name.
 */
export interface BucketRecord {
  id: string;
  name: string;
  created: number;
  status: 'active' | 'deleting';
  /** The control plane's setting: `public-read` lets everyone read the objects. A private ACL of S3 ends it too. */
  acl: 'private' | 'public-read';
  /** When the control plane was last told the setting (see BucketSettings). */
  aclSet?: number;
  /** The account that owns it; undefined for the platform. */
  owner?: Owner | undefined;
  /** What S3's own ACL grants; undefined for a private one. It ends where the control plane is told the setting. */
  grants?: Acl | undefined;
  versioning: 'disabled' | 'enabled' | 'suspended';
  cors: CorsRule[];
  lifecycle: StoredRule[];
  quota: BucketQuota | null;
  tags: Record<string, string>;
  policy?: BucketPolicy | undefined;
  /** How new objects are encrypted that do not say so; `bucketKey` is kept to be shown. */
  encryption?: { algorithm: 'AES256'; bucketKey: boolean } | undefined;
  publicAccess?: PublicAccessBlock | undefined;
  /** Present where object lock is enabled, which cannot be undone. */
  objectLock?: ObjectLock | undefined;
}

/** A bucket's object lock. */
export interface ObjectLock {
  /** The retention of new versions that name none. */
  rule?: { mode: RetentionMode; days: number } | { mode: RetentionMode; years: number };
}

/** Whether a caller with the permission may shorten a retention, or no one may. */
export type RetentionMode = 'GOVERNANCE' | 'COMPLIANCE';

/** What keeps a version from being deleted. */
export interface VersionLock {
  /** Until when, in milliseconds since 1970. */
  retention?: { mode: RetentionMode; until: number };
  /** A legal hold; undefined where none was ever set. */
  hold?: 'ON' | 'OFF';
}

/** A lifecycle rule, with what only S3's API can say. */
export interface StoredRule extends LifecycleRule {
  /** The prefix was given by the rule itself, as in S3's first form, not by its filter. */
  plainPrefix?: true;
}

/** Which public access is blocked, whatever ACL and policy say. */
export interface PublicAccessBlock {
  blockPublicAcls: boolean;
  ignorePublicAcls: boolean;
  blockPublicPolicy: boolean;
  restrictPublicBuckets: boolean;
}

/** Stored bytes: immutable, with a random id, in a file, in the index (small ones), or as a list of other blobs. */
export interface BlobRef {
  id: string;
  /** Its bytes, before they are encrypted. */
  size: number;
  /** The sealed key under which it is encrypted; absent where it is not. */
  sealed?: string;
  where: 'file' | 'inline' | 'manifest';
}

/** A checksum as replies show it: base64, with `-<parts>` for a composite. */
export interface StoredChecksum {
  algorithm: string;
  value: string;
  type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** An object's attributes other than its bytes. */
export interface ObjectHeaders {
  /** content-type, cache-control, content-disposition, content-encoding, content-language, expires. */
  system: Record<string, string>;
  /** x-amz-meta-*, without the prefix. */
  user: Record<string, string>;
  tags: Record<string, string>;
  /** How its bytes are encrypted; absent where they are not. */
  encryption?: 'AES256' | undefined;
  /** Undefined for a private ACL. */
  acl?: Acl | undefined;
  /** The account that wrote it, where that is not the account of the bucket. */
  owner?: Owner | undefined;
}

/** A version of an object: a row of `current`, or of `versions` after it was replaced. */
export interface ObjectRecord extends ObjectHeaders {
  /** Microseconds since 1970, increasing within a key. */
  seq: number;
  /** `null` for a version that was written without versioning. */
  version: string;
  modified: number;
  /** The ETag without quotes. */
  etag: string;
  blob: BlobRef;
  checksum: StoredChecksum | null;
  /** The upload that made it, so that a repeated completion is recognised. */
  upload?: string;
  lock?: VersionLock;
  marker?: false;
}

/** A delete marker, which is always a row of `versions`. */
export interface MarkerRecord {
  seq: number;
  version: string;
  modified: number;
  marker: true;
}

/** A row of `versions`. */
export type VersionRecord = ObjectRecord | MarkerRecord;

/** A part of a manifest; the checksum is in base64, where the part has one. */
export interface PieceRecord extends BlobRef {
  checksum?: string;
}

/** A blob's entry with its number of references: objects, parts and manifests. */
export interface BlobEntry extends BlobRef {
  refs: number;
}

/** A multipart upload in progress. */
export interface UploadRecord extends ObjectHeaders {
  id: string;
  key: string;
  initiated: number;
  initiator: string;
  /** The lock that the object gets. */
  lock?: VersionLock;
  checksum: { algorithm: string; type: 'FULL_OBJECT' | 'COMPOSITE' } | null;
}

/** A part of an upload. */
export interface PartRecord {
  etag: string;
  modified: number;
  blob: BlobRef;
  checksum: { algorithm: string; value: string } | null;
}

/** The contents of a bucket; bytes are those that clients see. */
export interface UsageRecord {
  objects: number;
  bytes: number;
  versions: number;
  versionBytes: number;
  uploadBytes: number;
}
