import { elapsed, realNow } from '#lib/drivers/clocks/real.ts';
import { withoutPolicies } from '#lib/drivers/objects/capabilities.ts';
import type { BucketKey, BucketUsage, ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { askIam } from '#lib/drivers/objects/iam-users.ts';
import { keyPolicy } from '#lib/drivers/objects/key-policy.ts';
import { partitionOf } from '#lib/drivers/objects/partitions.ts';
import {
  askS3,
  configureS3Bucket,
  createS3Bucket,
  deleteS3Bucket,
  emptyS3Bucket,
  listS3Objects,
} from '#lib/drivers/objects/s3-buckets.ts';
import { readAnswer, texts } from '#lib/drivers/objects/s3-xml.ts';
import type { SignedEndpoint } from '#lib/drivers/objects/signed-fetch.ts';
import { elementsOf, type XmlElement } from '#lib/standards/xml/parse.ts';
import { awsS3Capabilities } from './capabilities.ts';

/** The settings of Amazon S3, and of IAM for the keys. One principal calls both. */
export interface AwsS3Options {
  s3Url: string;
  iamUrl: string;
  /** The region of AWS that clients sign for. */
  region: string;
  credentials: { accessKeyId: string; secretKey: string; sessionToken?: string };
  /** The prefix of all buckets' names, to which the principal's permissions are limited. */
  bucketPrefix: string;
  /** The IAM path of the users that hold keys: `/svc/`. */
  userPath: string;
  /** The ARN of the permissions boundary of those users. */
  boundary: string;
}

/** Where the users that hold keys are created, and their permissions boundary. */
interface Users {
  iam: SignedEndpoint;
  /** The AWS partition, with which ARNs begin. */
  partition: string;
  path: string;
  boundary: string;
}

const POLICY = 'bucket';
const LONGEST_MEASURING_MS = 8_000;

/**
 * The engine on Amazon S3. Each key is an IAM user with an inline policy, so that no two changes touch the same
 * document. IAM chooses id and secret; S3 learns of a change some seconds later.
 */
export function awsS3Engine(options: AwsS3Options): ObjectEngine {
  const { s3Url, iamUrl, region, credentials, bucketPrefix, userPath, boundary } = options;
  const { arn: partition, iamRegion } = partitionOf(region);
  const s3: SignedEndpoint = { url: s3Url, region, service: 's3', ...credentials };
  const iam: SignedEndpoint = { url: iamUrl, region: iamRegion, service: 'iam', ...credentials };
  const users: Users = { iam, partition, path: userPath, boundary };
  return {
    capabilities: awsS3Capabilities,
    endpoint: { url: s3Url, region, addressing: ['path', 'virtual'] },
    bucketPrefix,
    createBucket: (bucket) => createS3Bucket(s3, bucket),
    configureBucket: (name, settings) => configureS3Bucket(s3, name, settings),
    deleteBucket: (name) => deleteS3Bucket(s3, name),
    emptyBucket: (name, milliseconds) => emptyS3Bucket(s3, name, milliseconds),
    putKey: (key) => putKey(users, key),
    deleteKey: (_, accessKeyId) => deleteKey(iam, accessKeyId),
    usage: (name) => measure(s3, name),
    listObjects: (name, query) => listS3Objects(s3, name, query),
    applyLifecycles: async () => undefined,
    ...withoutPolicies,
  };
}

async function putKey(
  { iam, partition, path: Path, boundary: PermissionsBoundary }: Users,
  key: BucketKey,
): Promise<Pick<BucketKey, 'accessKeyId' | 'secretKey'>> {
  const known = await userOf(iam, key.accessKeyId);
  const UserName = known ?? `svc-${key.accessKeyId}`;
  const user = { UserName, Path, PermissionsBoundary };
  if (known === undefined) await askIam(iam, 'CreateUser', user, ['EntityAlreadyExists']);
  const PolicyDocument = keyPolicy(key, partition);
  await askIam(iam, 'PutUserPolicy', { UserName, PolicyName: POLICY, PolicyDocument });
  const made = known === undefined ? await makeKey(iam, UserName) : key;
  const Status = key.active ? 'Active' : 'Inactive';
  await askIam(iam, 'UpdateAccessKey', { UserName, AccessKeyId: made.accessKeyId, Status });
  return { accessKeyId: made.accessKeyId, secretKey: made.secretKey };
}

/** Creates the key of a user. An older key, left by a crash, is removed first, since its secret is lost. */
async function makeKey(iam: SignedEndpoint, UserName: string): Promise<Pick<BucketKey, 'accessKeyId' | 'secretKey'>> {
  await dropKeys(iam, UserName);
  const made = readAnswer(await askIam(iam, 'CreateAccessKey', { UserName }));
  const [[accessKeyId], [secretKey]] = [texts(made, 'AccessKeyId'), texts(made, 'SecretAccessKey')];
  if (!accessKeyId || !secretKey) throw new Error(`CreateAccessKey of ${UserName} answered without a key`);
  return { accessKeyId, secretKey };
}

async function deleteKey(iam: SignedEndpoint, accessKeyId: string): Promise<void> {
  const UserName = await userOf(iam, accessKeyId);
  if (UserName === undefined) return;
  await dropKeys(iam, UserName);
  await askIam(iam, 'DeleteUserPolicy', { UserName, PolicyName: POLICY }, ['NoSuchEntity']);
  await askIam(iam, 'DeleteUser', { UserName }, ['NoSuchEntity']);
}

async function dropKeys(iam: SignedEndpoint, UserName: string): Promise<void> {
  const listed = readAnswer(await askIam(iam, 'ListAccessKeys', { UserName }, ['NoSuchEntity']));
  for (const AccessKeyId of texts(listed, 'AccessKeyId')) {
    await askIam(iam, 'DeleteAccessKey', { UserName, AccessKeyId }, ['NoSuchEntity']);
  }
}

/** The user that holds an IAM key; undefined for users that this engine did not create. */
async function userOf(iam: SignedEndpoint, AccessKeyId: string): Promise<string | undefined> {
  if (!AccessKeyId.startsWith('AKIA')) return undefined;
  const expected = ['AccessDenied', 'NoSuchEntity'];
  const used = readAnswer(await askIam(iam, 'GetAccessKeyLastUsed', { AccessKeyId }, expected));
  return texts(used, 'UserName').find((name) => name.startsWith('svc-'));
}

/**
 * Measures a bucket by listing it, since CloudWatch's figures are a day old. Throws when the listing takes too long.
 */
async function measure(s3: SignedEndpoint, name: string): Promise<BucketUsage> {
  const usage = { objects: 0, sizeBytes: 0, versions: 0, versionsBytes: 0 };
  const end = elapsed() + LONGEST_MEASURING_MS;
  let marker: Record<string, string> | undefined = {};
  do {
    if (elapsed() > end) throw new Error(`bucket ${name} holds too much to be measured by listing it`);
    const query = { versions: '', 'encoding-type': 'url', ...marker };
    const page = readAnswer(await askS3(s3, { method: 'GET', path: `/${name}`, query }));
    for (const each of elementsOf(page, 'Version')) {
      const size = Number(texts(each, 'Size')[0]);
      const current = texts(each, 'IsLatest')[0] === 'true';
      usage[current ? 'objects' : 'versions'] += 1;
      usage[current ? 'sizeBytes' : 'versionsBytes'] += size;
    }
    marker = nextPage(page);
  } while (marker);
  return { ...usage, ...(await uploading(s3, name)), measuredAt: realNow(), ...noTraffic };
}

/** The query of the next page of a listing of versions; undefined at its end. */
function nextPage(page: XmlElement): Record<string, string> | undefined {
  const [key] = texts(page, 'NextKeyMarker');
  const [version] = texts(page, 'NextVersionIdMarker');
  if (!key) return undefined;
  return {
    'key-marker': decodeURIComponent(key),
    ...(version && { 'version-id-marker': version }),
  };
}

const noTraffic = { requests: { get: 0, put: 0, list: 0, delete: 0 }, egressBytes: 0, ingressBytes: 0, series: [] };

async function uploading(s3: SignedEndpoint, name: string): Promise<{ multipartBytes: number }> {
  const query = { uploads: '', 'encoding-type': 'url' };
  const page = readAnswer(await askS3(s3, { method: 'GET', path: `/${name}`, query }));
  let multipartBytes = 0;
  for (const upload of elementsOf(page, 'Upload')) {
    const path = `/${name}/${decodeURIComponent(texts(upload, 'Key')[0] ?? '')}`;
    const parts = await askS3(s3, { method: 'GET', path, query: { uploadId: texts(upload, 'UploadId')[0] ?? '' } });
    for (const size of texts(readAnswer(parts), 'Size')) multipartBytes += Number(size);
  }
  return { multipartBytes };
}
