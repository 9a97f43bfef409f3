/** Where finished documents are kept, and had from for a while by whoever has a link. */
export interface DocumentStore {
  /** Keeps a document under a key, `invoices/<account>/<id>.pdf`; the same key again replaces it. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** A link to it under a file name, good for so many seconds (at most 7 days) by the real clock. */
  link(key: string, name: string, seconds: number): Promise<{ url: string; expires_at: string }>;
}

/** Where documents are kept: a bucket of the platform's own, at the engine that the deployment has now. */
export interface DocumentBucketStore extends DocumentStore {
  engine: string;
  bucket: string;
}

/** How documents are come by, as whoever needs them is told. */
export interface DocumentStorage {
  /** Whether the deployment has an engine that could be used. */
  hasEngine(): boolean;
  /** Where documents are kept; undefined until the first was made, and in a deployment without object storage. */
  documents(): Promise<DocumentBucketStore | undefined>;
}
