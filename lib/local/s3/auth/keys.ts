/** What a key may do (contract 4.10); `owner` is the platform itself. */
export type Permission = 'read' | 'write' | 'readwrite' | 'owner';

/** An access key as the control plane knows it. */
export interface ObjectKey {
  secret: string;
  /** The one bucket of it; null for a key of the platform, which is good for every bucket. */
  bucket: string | null;
  permission: Permission;
  /** Object keys begin with it. */
  prefix?: string | null;
  status: 'active' | 'inactive';
  expires_at?: Date | string | null;
}

/** Where keys come from. It is asked at every request, so what it no longer gives no longer works. */
export interface KeySource {
  lookup(accessKeyId: string): Promise<ObjectKey | undefined>;
}
