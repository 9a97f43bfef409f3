import { ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import { type Acl, cannedAcl, isShared } from '#lib/local/s3/auth/acl.ts';
import { accountOf, ownerOf, PLATFORM } from '#lib/local/s3/auth/caller.ts';
import { firstRegion } from '#lib/local/s3/auth/older-signature.ts';
import { type ErrorCode, S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import { createBucket, deleteBucket } from '#lib/local/s3/store/buckets.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { bucketKey, type Store } from '#lib/local/s3/store/store.ts';
import { childText, malformed, parseSmallXml } from '#lib/local/s3/xml/parse.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { childrenOf } from '#lib/standards/xml/parse.ts';
import { checkAccess } from './authorise.ts';
import { readBytes, readXml } from './body.ts';
import { changedByApi, configuredByApi } from './control.ts';
import { headerGrants } from './grants.ts';
import { headerFlag } from './lock-headers.ts';
import { checkImplied, readNumber } from './object-headers.ts';
import type { BucketCall, Call, Operation } from './operation.ts';
import { tagsIn } from './tags.ts';

/** A key of one bucket sees that bucket, a user those of the account, a key of the platform all. */
function listBuckets({ engine, request, caller }: Call): Reply {
  const { query } = request;
  const own = caller.kind === 'bucket-key' ? caller.key.bucket : null;
  const account = accountOf(caller);
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString('utf8');
  const limit = readNumber(query.get('max-buckets'), 'max-buckets', 10_000, 10_000);
  const found = [...engine.store.tables.buckets.getRange({ start: Buffer.from(own ?? prefix) })]
    .map(({ value }) => value)
    .filter(
      ({ name, status, owner }) =>
        status === 'active' &&
        (own === null || name === own) &&
        (account === undefined || owner?.ID === account.ID) &&
        name.startsWith(prefix) &&
        name > after,
    );
  const shown = found.slice(0, limit);
  const next = found.length > shown.length ? shown.at(-1)?.name : undefined;
  return {
    xml: document('ListAllMyBucketsResult', {
      Owner: { ...(account ?? PLATFORM) },
      Buckets: {
        Bucket: shown.map(({ name, created }) => ({
          Name: name,
          CreationDate: new Date(created),
          BucketRegion: engine.region,
        })),
      },
      ContinuationToken: next && Buffer.from(next).toString('base64url'),
      Prefix: prefix || undefined,
    }),
  };
}

const codes: Readonly<Record<ObjectEngineError['code'], ErrorCode>> = {
  bucket_exists: 'BucketAlreadyOwnedByYou',
  bucket_not_empty: 'BucketNotEmpty',
  no_such_bucket: 'NoSuchBucket',
  invalid: 'InvalidBucketName',
  denied: 'AccessDenied',
};

async function asS3<Result>(name: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ObjectEngineError)) throw error;
    throw new S3Error(codes[error.code], { details: { BucketName: name } });
  }
}

/** What only objects have, says nothing of a bucket. */
function newBucketAcl({ request: { headers }, caller }: Call): Acl | undefined {
  const owner = accountOf(caller) ?? PLATFORM;
  const acl = headerGrants(headers, { owner, 'bucket-owner': owner }) ?? cannedAcl(headers['x-amz-acl'] ?? 'private');
  return isShared(acl) ? acl : undefined;
}

/** Gives a bucket that the API has made what the API does not know; no grants where the API has set its `acl` since. */
const complete = (store: Store, name: string, { grants, objectLock }: Pick<BucketRecord, 'grants' | 'objectLock'>) =>
  store.change(store.bucket(name), (fresh) => {
    const isOpen = grants && fresh.aclSet === undefined;
    store.tables.buckets.putSync(bucketKey(name), {
      ...{ ...fresh, ...(isOpen && { grants }) },
      ...(objectLock && { objectLock }),
    });
  });

/** The tags that the body gives the bucket. Throws InvalidArgument where it asks for another region. */
async function readConfiguration(call: Call): Promise<Pick<BucketRecord, 'tags'>> {
  const { region: own } = call.engine;
  const body = await readBytes(call, 64 * 1024);
  if (body.length === 0) return { tags: {} };
  const root = parseSmallXml(body.toString('utf8'));
  const region = childText(root, 'LocationConstraint');
  if (region && region !== own) {
    throw new S3Error('InvalidArgument', { message: `The specified location-constraint is not valid; this is ${own}` });
  }
  const [set] = childrenOf(root, 'Tags');
  return { tags: set ? tagsIn(set, 50) : {} };
}

async function makeBucket(call: Call): Promise<Reply> {
  const { engine, request, caller } = call;
  const name = request.bucket ?? '';
  checkImplied(request.headers);
  const { tags } = await readConfiguration(call);
  const grants = newBucketAcl(call);
  const headers = { location: `/${name}` };
  const asked = { name: 'PutBucketAcl', action: 'ConfigureBucket', bucket: name, path: undefined } as const;
  if (grants && caller.kind === 'user') checkAccess(call, undefined, asked);
  const objectLock = headerFlag(request.headers, 'x-amz-bucket-object-lock-enabled');
  const wanted = { name, tags, ...(objectLock && { versioning: 'enabled' }) };
  if (isRepeated(call, { grants, objectLock })) return { headers };
  if (await changedByApi(call, name, { method: 'POST', path: '', body: wanted })) {
    await complete(engine.store, name, { grants, objectLock: objectLock ? {} : undefined });
    return { headers };
  }
  const owner = accountOf(caller);
  await asS3(name, createBucket(engine.store, { name, owner, grants, objectLock, tags }));
  return { headers };
}

/**
 * Whether the request creates a bucket again that is there. Amazon's first region accepts that from the owner, where
 * nothing would change, and refuses it otherwise; all other regions refuse it. Throws BucketAlreadyExists, also where
 * the bucket belongs to another account.
 */
function isRepeated(
  { engine, request, caller }: Call,
  wanted: { grants: Acl | undefined; objectLock: boolean },
): boolean {
  const bucket = engine.store.peek(request.bucket ?? '');
  if (!bucket) return false;
  const account = accountOf(caller);
  const isForeign = account !== undefined && account.ID !== ownerOf(bucket).ID;
  if (!isForeign && (engine.region !== firstRegion || bucket.status !== 'active')) return false;
  const { grants, objectLock } = bucket;
  const isSame = JSON.stringify(grants) === JSON.stringify(wanted.grants) && bucket.acl === 'private';
  if (!isForeign && isSame && (objectLock !== undefined) === wanted.objectLock) return true;
  throw new S3Error('BucketAlreadyExists', { details: { BucketName: bucket.name } });
}

async function dropBucket(call: BucketCall): Promise<Reply> {
  const { engine, bucket } = call;
  const path = `/${encodeURIComponent(bucket.name)}`;
  if (await changedByApi(call, bucket.name, { method: 'DELETE', path })) return { status: 204 };
  await asS3(bucket.name, deleteBucket(engine.store, engine.traffic, bucket.name));
  return { status: 204 };
}

function getLocation({ engine }: BucketCall): Reply {
  return { xml: document('LocationConstraint', engine.region) };
}

function getVersioning({ bucket }: BucketCall): Reply {
  const { versioning } = bucket;
  const Status = versioning === 'disabled' ? undefined : versioning === 'enabled' ? 'Enabled' : 'Suspended';
  return { xml: document('VersioningConfiguration', { Status }) };
}

async function putVersioning(call: BucketCall): Promise<Reply> {
  const root = await readXml(call);
  if (root.name !== 'VersioningConfiguration') throw malformed();
  const status = childText(root, 'Status');
  if (status !== 'Enabled' && status !== 'Suspended') throw new S3Error('IllegalVersioningConfigurationException');
  if (childText(root, 'MfaDelete') === 'Enabled')
    throw new S3Error('NotImplemented', { message: 'MFA delete is not implemented' });
  const versioning = status === 'Enabled' ? 'enabled' : 'suspended';
  const { tables } = call.engine.store;
  if (call.bucket.objectLock && versioning !== 'enabled') {
    throw new S3Error('InvalidBucketState', {
      message: 'An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.',
    });
  }
  if (await configuredByApi(call, call.bucket.name, { versioning })) return {};
  await call.engine.store.change(call.bucket, (fresh) =>
    tables.buckets.putSync(bucketKey(fresh.name), {
      ...fresh,
      versioning: fresh.objectLock ? 'enabled' : versioning,
    }),
  );
  return {};
}

const bucket = { level: 'bucket' } as const;

/** Operations on buckets; most need a key of the platform. */
export const bucketOperations: readonly Operation[] = [
  {
    name: 'ListBuckets',
    method: 'GET',
    level: 'service',
    action: 'ListAllMyBuckets',
    counts: 'list',
    run: listBuckets,
  },
  { name: 'CreateBucket', method: 'PUT', level: 'service', action: 'CreateBucket', counts: 'put', run: makeBucket },
  { name: 'DeleteBucket', method: 'DELETE', ...bucket, action: 'DeleteBucket', counts: 'delete', run: dropBucket },
  {
    name: 'HeadBucket',
    method: 'HEAD',
    ...bucket,
    action: 'ListBucket',
    counts: 'get',
    run: ({ engine }: BucketCall) => ({ headers: { 'x-amz-bucket-region': engine.region } }),
  },
  {
    name: 'GetBucketLocation',
    method: 'GET',
    ...bucket,
    query: 'location',
    action: 'GetBucketLocation',
    counts: 'get',
    run: getLocation,
  },
  {
    name: 'GetBucketVersioning',
    method: 'GET',
    ...bucket,
    query: 'versioning',
    action: 'ReadBucketConfiguration',
    counts: 'get',
    run: getVersioning,
  },
  {
    name: 'PutBucketVersioning',
    method: 'PUT',
    ...bucket,
    query: 'versioning',
    action: 'ConfigureBucket',
    counts: 'put',
    run: putVersioning,
  },
];
