import { hash } from 'node:crypto';
import { elapsed } from '#lib/drivers/clocks/real.ts';
import { elementsOf } from '#lib/standards/xml/parse.ts';
import { type BucketSettings, type ListQuery, type NewBucket, ObjectEngineError, type ObjectPage } from './engine.ts';
import { partitionOf } from './partitions.ts';
import { corsXml, deleteXml, errorOf, lifecycleXml, readAnswer, tag, tagsXml, texts } from './s3-xml.ts';
import { type SignedEndpoint, type SignedReply, type SignedRequest, signedFetch } from './signed-fetch.ts';

/* Buckets of any S3-compatible store, called as their owner. */

const codes: Readonly<Record<string, ObjectEngineError['code']>> = {
  BucketAlreadyExists: 'bucket_exists',
  BucketAlreadyOwnedByYou: 'bucket_exists',
  BucketNotEmpty: 'bucket_not_empty',
  InvalidBucketName: 'invalid',
  NoSuchBucket: 'no_such_bucket',
};

/** Sends one request. Throws ObjectEngineError for refusals that it knows, and an error with S3's code for others. */
export async function askS3(endpoint: SignedEndpoint, request: SignedRequest): Promise<SignedReply> {
  const reply = await signedFetch(endpoint, request);
  if (reply.status < 300) return reply;
  const { code = '', message: said = '' } = errorOf(reply);
  const message = `${request.method} ${request.path}: ${reply.status} ${code} ${said}`.trim();
  throw codes[code] ? new ObjectEngineError(codes[code], message) : new Error(message);
}

/** Creates a bucket with all its settings except the quota. */
export async function createS3Bucket(
  endpoint: SignedEndpoint,
  { name, acl = 'private', ...settings }: NewBucket,
): Promise<void> {
  if (await signedFetch(endpoint, { method: 'HEAD', path: `/${name}` }).then(({ status }) => status === 200)) {
    throw new ObjectEngineError('bucket_exists', `there is a bucket ${name}`);
  }
  const { region } = endpoint;
  const here = region === 'us-east-1' ? undefined : tag('LocationConstraint', region);
  const body = here && `<CreateBucketConfiguration>${here}</CreateBucketConfiguration>`;
  await askS3(endpoint, { method: 'PUT', path: `/${name}`, ...(body && { body }) });
  await configureS3Bucket(endpoint, name, { acl, ...settings });
}

/** Changes the given settings except the quota. */
export async function configureS3Bucket(
  endpoint: SignedEndpoint,
  name: string,
  settings: Partial<BucketSettings>,
): Promise<void> {
  const whole = `${partitionOf(endpoint.region).arn}:s3:::${name}`;
  for (const [what, body] of documentsOf(whole, settings)) {
    const request = { path: `/${name}`, query: { [what]: '' } };
    const set = { ...request, method: 'PUT', body, headers: withMd5(body) };
    await askS3(endpoint, body === '' ? { ...request, method: 'DELETE' } : set);
  }
}

/** The documents of settings by subresource. An empty document means that it is removed. */
function documentsOf(whole: string, { acl, versioning, tags, cors, lifecycle }: Partial<BucketSettings>) {
  const documents: (readonly [what: string, body: string])[] = [];
  const add = (what: string, body: string) => documents.push([what, body]);
  if (versioning && versioning !== 'disabled') add('versioning', versioningXml(versioning));
  if (tags) add('tagging', tagsXml(tags));
  if (cors) add('cors', corsXml(cors));
  if (lifecycle) add('lifecycle', lifecycleXml(lifecycle));
  if (acl) add('publicAccessBlock', publicAccessXml(acl === 'private'));
  if (acl) add('policy', acl === 'private' ? '' : publicRead(whole));
  return documents;
}

/**
 * ACLs grant nothing. Where the bucket is public, a policy grants access. *Blocking* ACLs makes Ceph 16 refuse every
 * write.
 */
function publicAccessXml(closed: boolean): string {
  const flags = {
    BlockPublicAcls: false,
    IgnorePublicAcls: true,
    BlockPublicPolicy: closed,
    RestrictPublicBuckets: closed,
  };
  const written = Object.entries(flags).map(([name, on]) => tag(name, String(on)));
  return `<PublicAccessBlockConfiguration>${written.join('')}</PublicAccessBlockConfiguration>`;
}

function versioningXml(versioning: 'enabled' | 'suspended'): string {
  const status = versioning === 'enabled' ? 'Enabled' : 'Suspended';
  return `<VersioningConfiguration>${tag('Status', status)}</VersioningConfiguration>`;
}

/** Removes an empty bucket. */
export async function deleteS3Bucket(endpoint: SignedEndpoint, name: string): Promise<void> {
  await askS3(endpoint, { method: 'DELETE', path: `/${name}` }).catch(unlessGone);
}

/** Removes versions, markers and uploads for about this many milliseconds. Returns true when nothing is left. */
export async function emptyS3Bucket(endpoint: SignedEndpoint, name: string, milliseconds: number): Promise<boolean> {
  const until = elapsed() + milliseconds;
  try {
    await configureS3Bucket(endpoint, name, { acl: 'private' });
    do {
      if ((await deleteSome(endpoint, name)) + (await abortSome(endpoint, name)) === 0) return true;
    } while (elapsed() < until);
    return false;
  } catch (error) {
    unlessGone(error);
    return true;
  }
}

async function deleteSome(endpoint: SignedEndpoint, name: string): Promise<number> {
  const path = `/${name}`;
  const query = { versions: '', 'encoding-type': 'url' };
  const page = readAnswer(await askS3(endpoint, { method: 'GET', path, query }));
  const versions = [...elementsOf(page, 'Version'), ...elementsOf(page, 'DeleteMarker')].map((each) => ({
    key: decodeKey(texts(each, 'Key')[0]),
    version: texts(each, 'VersionId')[0] ?? 'null',
  }));
  if (versions.length === 0) return 0;
  const body = deleteXml(versions.slice(0, 1000));
  const done = await askS3(endpoint, { method: 'POST', path, query: { delete: '' }, body, headers: withMd5(body) });
  const [failed] = elementsOf(readAnswer(done), 'Error');
  if (failed !== undefined) {
    const [key, why] = [texts(failed, 'Key')[0], texts(failed, 'Code')[0]];
    throw new Error(`${key} of ${name} could not be deleted: ${why}`);
  }
  return versions.length;
}

async function abortSome(endpoint: SignedEndpoint, name: string): Promise<number> {
  const query = { uploads: '', 'encoding-type': 'url' };
  const page = readAnswer(await askS3(endpoint, { method: 'GET', path: `/${name}`, query }));
  const uploads = elementsOf(page, 'Upload');
  for (const upload of uploads) {
    const [uploadId = ''] = texts(upload, 'UploadId');
    const path = `/${name}/${decodeKey(texts(upload, 'Key')[0])}`;
    await askS3(endpoint, { method: 'DELETE', path, query: { uploadId } });
  }
  return uploads.length;
}

/** A page of the current objects. */
export async function listS3Objects(
  endpoint: SignedEndpoint,
  name: string,
  { prefix = '', delimiter = '', cursor, limit = 1000 }: ListQuery = {},
): Promise<ObjectPage> {
  const query = {
    'list-type': '2',
    'encoding-type': 'url',
    'max-keys': String(Math.min(Math.max(limit, 1), 1000)),
    ...(prefix && { prefix }),
    ...(delimiter && { delimiter }),
    ...(cursor !== undefined && { 'continuation-token': cursor }),
  };
  const page = readAnswer(await askS3(endpoint, { method: 'GET', path: `/${name}`, query }));
  return {
    objects: elementsOf(page, 'Contents').map((each) => ({
      key: decodeKey(texts(each, 'Key')[0]),
      size: Number(texts(each, 'Size')[0]),
      etag: (texts(each, 'ETag')[0] ?? '').replaceAll('"', ''),
      lastModified: new Date(texts(each, 'LastModified')[0] ?? ''),
      storageClass: 'STANDARD' as const,
    })),
    commonPrefixes: elementsOf(page, 'CommonPrefixes').map((each) => decodeKey(texts(each, 'Prefix')[0])),
    nextCursor: texts(page, 'NextContinuationToken')[0] ?? null,
  };
}

/** Ignores the error that the bucket does not exist. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ObjectEngineError) || error.code !== 'no_such_bucket') throw error;
}

const decodeKey = (text = ''): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Some older calls require the header. */
const withMd5 = (body: string) => ({ 'content-md5': hash('md5', body, 'base64') });

function publicRead(whole: string): string {
  const Statement = { Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource: [`${whole}/*`] };
  return JSON.stringify({ Version: '2012-10-17', Statement: [Statement] });
}
