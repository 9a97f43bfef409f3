import { hash } from 'node:crypto';
import { elementsOf, type XmlElement } from '#lib/standards/xml/parse.ts';
import { UploadError } from './engine.ts';
import { errorOf, readAnswer, tag, texts } from './s3-xml.ts';
import { type SignedEndpoint, type SignedRequest, signedFetch } from './signed-fetch.ts';

/* Multipart uploads of any S3-compatible store, with a key that may write the object. */

/** The object that an upload is for, and the key under which the engine is called. */
export interface UploadPlace {
  endpoint: SignedEndpoint;
  bucket: string;
  key: string;
}

/** A part that is uploaded. */
export interface UploadedPart {
  number: number;
  /** Without quotes. */
  etag: string;
  /** Bytes. */
  size: number;
}

const refusals: Readonly<Record<string, UploadError['code']>> = {
  NoSuchUpload: 'no_such_upload',
  // Ceph 16 answers this code where parts are listed.
  NoSuchKey: 'no_such_upload',
  InvalidPart: 'invalid_parts',
  EntityTooSmall: 'invalid_parts',
  QuotaExceeded: 'quota_exceeded',
  AccessDenied: 'denied',
  InvalidAccessKeyId: 'closed',
  NoSuchBucket: 'closed',
};

/** Sends one request. Throws UploadError for refusals that it knows, and an error with S3's code for others. */
async function ask({ endpoint, bucket, key }: UploadPlace, request: Omit<SignedRequest, 'path'>): Promise<string> {
  const reply = await signedFetch(endpoint, { ...request, path: `/${bucket}/${key}` });
  // A completion that fails late has status 200 and an error document.
  const isDone = reply.status < 300 && !/<Error[\s>]/.test(reply.text.slice(0, 256));
  if (isDone) return reply.text;
  const { code = '', message: said = '' } = errorOf(reply);
  const message = `${request.method} of an upload: ${reply.status} ${code} ${said}`.trim();
  throw refusals[code] ? new UploadError(refusals[code], message) : new Error(message);
}

const bare = (etag = ''): string => etag.replaceAll('"', '');

/** Begins an upload and returns its id. */
export async function beginUpload(place: UploadPlace, contentType: string | undefined): Promise<string> {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const answer = readAnswer({ text: await ask(place, { method: 'POST', query: { uploads: '' }, headers }) });
  const [id] = texts(answer, 'UploadId');
  if (!id) throw new Error('the object engine began an upload without an id');
  return id;
}

/** The uploaded parts, in order. Throws UploadError. */
export async function uploadedParts(place: UploadPlace, uploadId: string): Promise<UploadedPart[]> {
  const parts: UploadedPart[] = [];
  let after: string | undefined = '0';
  while (after !== undefined) {
    const query = { uploadId, 'part-number-marker': after };
    const page: XmlElement = readAnswer({ text: await ask(place, { method: 'GET', query }) });
    for (const part of elementsOf(page, 'Part')) {
      const [number, etag, size] = ['PartNumber', 'ETag', 'Size'].map((name) => texts(part, name)[0]);
      parts.push({ number: Number(number), etag: bare(etag), size: Number(size) });
    }
    after = texts(page, 'IsTruncated')[0] === 'true' ? texts(page, 'NextPartNumberMarker')[0] : undefined;
  }
  return parts;
}

/**
 * Makes an object of these parts and returns its ETag without quotes. May be repeated where the engine allows it.
 * Throws UploadError.
 */
export async function completeUpload(
  place: UploadPlace,
  uploadId: string,
  parts: readonly Pick<UploadedPart, 'number' | 'etag'>[],
): Promise<string> {
  const named = parts.map(({ number, etag }) => `<Part>${tag('PartNumber', `${number}`)}${tag('ETag', etag)}</Part>`);
  const body = `<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`;
  const headers = { 'content-type': 'application/xml' };
  const text = await ask(place, { method: 'POST', query: { uploadId }, headers, body });
  // Ceph 16 answers without it.
  return bare(texts(readAnswer({ text }), 'ETag')[0]) || etagOf(parts);
}

/** The ETag of an object made of parts, by S3's rule. */
const etagOf = (parts: readonly Pick<UploadedPart, 'etag'>[]): string =>
  `${hash('md5', Buffer.from(parts.map(({ etag }) => etag).join(''), 'hex'))}-${parts.length}`;

/** Ends an upload and deletes its parts. Throws UploadError. */
export async function abortUpload(place: UploadPlace, uploadId: string): Promise<void> {
  await ask(place, { method: 'DELETE', query: { uploadId } });
}
