import type { Source } from '#lib/model/platform/source.ts';

/** What a key allows (contract 4.10); `owner` is the platform itself. */
export type Permission = 'read' | 'write' | 'readwrite' | 'owner';

/** What a policy says about a request: a denial wins over an allowance; it may also say nothing. */
export type Answer = 'allow' | 'deny' | 'silent';

/** A request, as the policies of a user decide it. */
export interface UserQuestion {
  /** The platform's name of the action, such as `storage:GetObject`. */
  action: string;
  /** The SRN of the bucket or object. */
  resource: string;
  /** Whether the resource is a prefix: a Deny then counts that covers something below it. */
  under?: boolean;
  source: Source;
  /** The tags of the bucket, where it belongs to the account of the user. */
  tags: Readonly<Record<string, string>>;
}

/** The user of an account to whom a key belongs. */
export interface KeyUser {
  account: string;
  /** The SRN of the user. */
  srn: string;
  /** The name of the account, as owners are shown. */
  name: string;
  /** `all` for the root user of the account; otherwise what the policies of the user say. */
  rights: 'all' | ((question: UserQuestion) => Answer);
}

/** An access key, as the control plane stores it. */
export interface ObjectKey {
  secret: string;
  /** The bucket of the key; null for a key of the platform, which is valid for every bucket. */
  bucket: string | null;
  permission: Permission;
  /** The prefix of the object keys that the key may use. */
  prefix?: string | null;
  status: 'active' | 'inactive';
  expires_at?: Date | string | null;
  /** The user of an account. The rights of the user then apply in the place of `bucket`, `permission` and `prefix`. */
  user?: KeyUser;
}

/** The source of keys. It is asked at every request, so that a deleted key stops working at once. */
export interface KeySource {
  lookup(accessKeyId: string): Promise<ObjectKey | undefined>;
}
