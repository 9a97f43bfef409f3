/** What a key allows (contract 4.10); `owner` is the platform itself. */
export type Permission = 'read' | 'write' | 'readwrite' | 'owner';

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
}

/** The source of keys. It is asked at every request, so that a deleted key stops working at once. */
export interface KeySource {
  lookup(accessKeyId: string): Promise<ObjectKey | undefined>;
}
