/** A store of documents, which are read by links that expire. */
export interface DocumentStore {
  /** Stores a document under a key, `invoices/<account>/<id>.pdf`. The same key again replaces it. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * A link to a document that a client saves under this file name. It expires after so many seconds (at most 7 days,
   * real clock).
   */
  link(key: string, name: string, seconds: number): Promise<{ url: string; expires_at: string }>;
}

/** A store in the platform's own bucket at the present object engine. */
export interface DocumentBucketStore extends DocumentStore {
  engine: string;
  bucket: string;
}

/** How the billing wing reaches the store of documents. */
export interface DocumentStorage {
  /** Whether the deployment has a usable object engine. */
  hasEngine(): boolean;
  /** Opens the store. Undefined before the first document, and in a deployment without object storage. */
  documents(): Promise<DocumentBucketStore | undefined>;
}
