import { randomBytes } from 'node:crypto';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { EngineEndpoint } from '#lib/drivers/objects/engine.ts';
import { presignUrl } from '#lib/drivers/objects/presign.ts';
import { signedFetch } from '#lib/drivers/objects/signed-fetch.ts';
import type { DocumentStore } from './store.ts';

/** A bucket, a key that may read and write in it, and where both are good. */
export interface DocumentPlace {
  bucket: string;
  accessKeyId: string;
  secretKey: string;
  endpoint: EngineEndpoint;
  /** PEM of the authority that the endpoint's certificate is from, where it is none of the public ones; links need none. */
  authority(): Promise<string | undefined>;
}

const contentType = 'application/pdf';

/** Documents in a bucket, put and linked to as any client of S3 would; the bucket's key signs both. */
export const bucketDocuments = ({ bucket, endpoint, authority, ...key }: DocumentPlace): DocumentStore => ({
  async put(path, bytes) {
    const { url, region } = endpoint;
    const headers = { 'content-type': contentType };
    const request = { method: 'PUT', path: `/${bucket}/${path}`, headers, body: bytes };
    const ca = await authority();
    const reply = await signedFetch({ url, region, service: 's3', ca, ...key }, request);
    if (reply.status === 200) return;
    // Linking, which most functions do alone, reads no XML.
    const { errorOf } = await import('#lib/drivers/objects/s3-xml.ts');
    const { code = '' } = errorOf(reply);
    throw new Error(`${path} is not stored: ${reply.status} ${code}`.trim());
  },
  async link(path, name, seconds) {
    // Signatures have whole seconds; what is said to be the end is when it is.
    const now = new Date(Math.floor(realNow().getTime() / 1000) * 1000);
    const query = { 'response-content-disposition': `inline; filename="${name}"` };
    const request = { method: 'GET', bucket, key: path, query, headers: {}, expiresIn: seconds };
    const expires_at = rfc3339(new Date(now.getTime() + seconds * 1000));
    return { url: presignUrl({ ...key, endpoint, now }, request), expires_at };
  },
});

/** The name of a new bucket for documents: nobody can guess it, nor have it where names are unique over all the world. */
export const documentBucketName = (prefix: string): string => `${prefix}documents-${randomBytes(12).toString('hex')}`;
