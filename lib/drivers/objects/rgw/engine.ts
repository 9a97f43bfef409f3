import { realNow } from '#lib/drivers/clocks/real.ts';
import { withoutPolicies } from '#lib/drivers/objects/capabilities.ts';
import {
  type BucketKey,
  type BucketQuota,
  type BucketUsage,
  type EngineEndpoint,
  type ObjectEngine,
  ObjectEngineError,
} from '#lib/drivers/objects/engine.ts';
import { askIam } from '#lib/drivers/objects/iam-users.ts';
import { keyPolicy } from '#lib/drivers/objects/key-policy.ts';
import {
  configureS3Bucket,
  createS3Bucket,
  deleteS3Bucket,
  emptyS3Bucket,
  listS3Objects,
} from '#lib/drivers/objects/s3-buckets.ts';
import { type SignedEndpoint, type SignedReply, signedFetch } from '#lib/drivers/objects/signed-fetch.ts';
import { rgwCapabilities } from './capabilities.ts';

/**
 * The settings of a Ceph gateway. It is called as a user that owns all buckets and has the caps
 * `users=*;buckets=*;user-policy=*`.
 */
export interface RgwOptions {
  url: string;
  region: string;
  /** The uid of the owner. */
  owner: string;
  credentials: { accessKeyId: string; secretKey: string };
  /** How clients may address a bucket; by path by default. */
  addressing?: EngineEndpoint['addressing'];
  /** PEM of the authority that signed its certificate, if it is not a public one. */
  ca?: string;
}

/**
 * The engine on a Ceph RGW. Each key is a user with its own policy, so that no two changes touch the same document. The
 * gateway uses the given id and secret, and a removed key fails at its next request.
 */
export function rgwEngine({ url, region, owner, credentials, addressing = ['path'], ca }: RgwOptions): ObjectEngine {
  const s3: SignedEndpoint = { url, region, service: 's3', ca, ...credentials };
  const configure: ObjectEngine['configureBucket'] = async (name, { quota, ...settings }) => {
    await configureS3Bucket(s3, name, settings);
    if (quota !== undefined) await setQuota(s3, owner, name, quota);
  };
  return {
    capabilities: rgwCapabilities,
    endpoint: { url, region, addressing },
    bucketPrefix: '',
    createBucket: async ({ quota, ...bucket }) => {
      await createS3Bucket(s3, bucket);
      if (quota) await setQuota(s3, owner, bucket.name, quota);
    },
    configureBucket: configure,
    deleteBucket: (name) => deleteS3Bucket(s3, name),
    emptyBucket: (name, milliseconds) => emptyS3Bucket(s3, name, milliseconds),
    putKey: (key) => putKey(s3, key),
    deleteKey: (_, accessKeyId) => deleteKey(s3, accessKeyId),
    usage: (name) => measure(s3, name),
    listObjects: (name, query) => listS3Objects(s3, name, query),
    applyLifecycles: async () => undefined,
    ...withoutPolicies,
  };
}

/** Calls the admin API. Throws unless its error code is one of `expected`. */
async function askAdmin(
  s3: SignedEndpoint,
  method: string,
  path: string,
  query: Readonly<Record<string, string>>,
  expected: readonly string[] = [],
): Promise<SignedReply & { code: string | undefined }> {
  const reply = await signedFetch(s3, { method, path: `/admin/${path}`, query: { ...query, format: 'json' } });
  if (reply.status < 300) return { ...reply, code: undefined };
  const code = /"Code":"(\w{1,64})"/.exec(reply.text)?.[1] ?? String(reply.status);
  if (expected.includes(code)) return { ...reply, code };
  throw new Error(`${method} /admin/${path}: ${reply.status} ${code}`);
}

const uidOf = (accessKeyId: string): string => `svc-key-${accessKeyId}`;

async function putKey(s3: SignedEndpoint, key: BucketKey): Promise<Pick<BucketKey, 'accessKeyId' | 'secretKey'>> {
  const { accessKeyId, secretKey, active } = key;
  const uid = uidOf(accessKeyId);
  const user = { uid, 'access-key': accessKeyId, 'secret-key': secretKey, 'key-type': 's3' };
  const made = { ...user, 'display-name': uid, 'max-buckets': '-1', 'generate-key': 'false' };
  await askAdmin(s3, 'PUT', 'user', made, ['UserAlreadyExists', 'KeyExists']);
  await askAdmin(s3, 'POST', 'user', { uid, suspended: active ? '0' : '1' });
  // This comes last, since changing a user drops its policies (measured on Ceph 16).
  await askIam(s3, 'PutUserPolicy', { UserName: uid, PolicyName: 'bucket', PolicyDocument: keyPolicy(key) });
  return { accessKeyId, secretKey };
}

async function deleteKey(s3: SignedEndpoint, accessKeyId: string): Promise<void> {
  await askAdmin(s3, 'DELETE', 'user', { uid: uidOf(accessKeyId) }, ['NoSuchUser']);
}

/** Sets a quota. The gateway counts in KiB, so a limit is rounded up; -1 is no limit. */
async function setQuota(s3: SignedEndpoint, uid: string, bucket: string, quota: BucketQuota | null): Promise<void> {
  const { maxSizeBytes = null, maxObjects = null } = quota ?? {};
  const size = maxSizeBytes === null ? -1 : Math.ceil(maxSizeBytes / 1024);
  const limits = { 'max-size-kb': String(size), 'max-objects': String(maxObjects ?? -1) };
  await askAdmin(s3, 'PUT', 'bucket', { quota: '', uid, bucket, ...limits, enabled: String(quota !== null) });
}

interface Counted {
  size?: number;
  num_objects?: number;
}

/** Measures a bucket. The gateway counts versions as objects; only a listing could distinguish them. */
async function measure(s3: SignedEndpoint, name: string): Promise<BucketUsage> {
  const { text, code } = await askAdmin(s3, 'GET', 'bucket', { bucket: name, stats: 'true' }, ['NoSuchBucket']);
  if (code) throw new ObjectEngineError('no_such_bucket', `there is no bucket ${name}`);
  const { usage = {} } = JSON.parse(text) as { usage?: Record<string, Counted> };
  const main = usage['rgw.main'];
  return {
    objects: main?.num_objects ?? 0,
    sizeBytes: main?.size ?? 0,
    versions: 0,
    versionsBytes: 0,
    multipartBytes: usage['rgw.multimeta']?.size ?? 0,
    requests: { get: 0, put: 0, list: 0, delete: 0 },
    egressBytes: 0,
    ingressBytes: 0,
    measuredAt: realNow(),
    series: [],
  };
}
