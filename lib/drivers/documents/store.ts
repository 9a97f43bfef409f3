import { randomBytes } from 'node:crypto';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { EngineEndpoint } from '#lib/drivers/objects/engine.ts';
import { presignUrl } from '#lib/drivers/objects/presign.ts';
import { signedFetch } from '#lib/drivers/objects/signed-fetch.ts';

/** A store of documents, which are read by links that expire. */
export interface DocumentStore {
  /** Stores a document under a key, `invoices/<account>/<id>.pdf`. The same key again replaces it. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * A link to a document, which a client saves under this file name. It expires after this many seconds (at most 7
   * days, real clock).
   */
  link(key: string, name: string, seconds: number): Promise<{ url: string; expires_at: string }>;
}

/** The store in the platform's own bucket at the current object engine. */
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

/** A bucket, a key that may read and write it, and its endpoint. */
export interface DocumentPlace {
  bucket: string;
  accessKeyId: string;
  secretKey: string;
  endpoint: EngineEndpoint;
  /** PEM of the certificate authority of the endpoint, if it is not a public one. Links do not need it. */
  authority(): Promise<string | undefined>;
}

const contentType = 'application/pdf';

/** A store of documents in an S3 bucket; the bucket's key signs uploads and links. */
export const bucketDocuments = ({ bucket, endpoint, authority, ...key }: DocumentPlace): DocumentStore => ({
  async put(path, bytes) {
    const { url, region } = endpoint;
    const headers = { 'content-type': contentType };
    const request = { method: 'PUT', path: `/${bucket}/${path}`, headers, body: bytes };
    const ca = await authority();
    const reply = await signedFetch({ url, region, service: 's3', ca, ...key }, request);
    if (reply.status === 200) return;
    // Imported for uploads only: most functions only make links, which read no XML.
    const { errorOf } = await import('#lib/drivers/objects/s3-xml.ts');
    const { code = '' } = errorOf(reply);
    throw new Error(`${path} is not stored: ${reply.status} ${code}`.trim());
  },
  async link(path, name, seconds) {
    // Signatures have whole seconds, so `expires_at` is exact.
    const now = new Date(Math.floor(realNow().getTime() / 1000) * 1000);
    const query = { 'response-content-disposition': `inline; filename="${name}"` };
    const request = { method: 'GET', bucket, key: path, query, headers: {}, expiresIn: seconds };
    const expires_at = rfc3339(new Date(now.getTime() + seconds * 1000));
    return { url: presignUrl({ ...key, endpoint, now }, request), expires_at };
  },
});

/**
 * The name of a new bucket for documents. It is random, so that nobody can guess it, or take it where names are
 * globally unique.
 */
export const documentBucketName = (prefix: string): string => `${prefix}documents-${randomBytes(12).toString('hex')}`;
