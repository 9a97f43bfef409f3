import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import { bucketKey } from '#lib/local/s3/store/store.ts';
import { putRecord } from '#lib/local/s3/store/versions.ts';
import { parseSmallXml } from '#lib/local/s3/xml/parse.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { checkAccess } from './authorise.ts';
import { readBytes, readXml } from './body.ts';
import { configuredByApi } from './control.ts';
import { findObject } from './find.ts';
import type { BucketCall, ObjectCall, Operation } from './operation.ts';
import { tagSet, tagsOfXml } from './tags.ts';

/** The largest document of ten tags, with every character escaped. */
const MOST_BYTES = 64 * 1024;

function getObjectTagging({ engine, request, bucket, key }: ObjectCall): Reply {
  const record = findObject(engine.store, bucket, key, request.query.get('versionId'));
  return { headers: versionHeader(bucket.versioning, record.version), xml: document('Tagging', tagSet(record.tags)) };
}

/** Policies may decide by the tags. */
async function putObjectTagging(call: ObjectCall): Promise<Reply> {
  const { request, bucket, key } = call;
  const tags = tagsOfXml(parseSmallXml((await readBytes(call, MOST_BYTES)).toString('utf8')), 10);
  const version = request.query.get('versionId');
  const asked = { name: 'PutObjectTagging', action: 'PutObject' as const, bucket: bucket.name, path: key, version };
  checkAccess(call, bucket, { ...asked, newTags: tags });
  return setTags(call, tags, 200);
}

function deleteObjectTagging(call: ObjectCall): Promise<Reply> {
  return setTags(call, {}, 204);
}

async function setTags(
  { engine, request, bucket, key }: ObjectCall,
  tags: Record<string, string>,
  status: number,
): Promise<Reply> {
  const { store } = engine;
  const version = await store.change(bucket, (fresh) => {
    const record = { ...findObject(store, fresh, key, request.query.get('versionId')), tags };
    putRecord(store.tables, fresh, key, record);
    return record.version;
  });
  return { status, headers: versionHeader(bucket.versioning, version) };
}

function versionHeader(versioning: string, version: string): Record<string, string> {
  return versioning === 'disabled' ? {} : { 'x-amz-version-id': version };
}

function getBucketTagging({ bucket }: BucketCall): Reply {
  if (Object.keys(bucket.tags).length === 0)
    throw new S3Error('NoSuchTagSet', { details: { BucketName: bucket.name } });
  return { xml: document('Tagging', tagSet(bucket.tags)) };
}

async function putBucketTagging(call: BucketCall): Promise<Reply> {
  const tags = tagsOfXml(await readXml(call), 50);
  await setBucketTags(call, tags);
  return { status: 204 };
}

async function deleteBucketTagging(call: BucketCall): Promise<Reply> {
  await setBucketTags(call, {});
  return { status: 204 };
}

async function setBucketTags(call: BucketCall, tags: Record<string, string>): Promise<void> {
  const { engine, bucket } = call;
  if (await configuredByApi(call, bucket.name, { tags })) return;
  await engine.store.change(bucket, (fresh) => {
    engine.store.tables.buckets.putSync(bucketKey(fresh.name), { ...fresh, tags });
  });
}

const object = { level: 'object', query: 'tagging' } as const;
const whole = { level: 'bucket', query: 'tagging' } as const;

/** Operations on the tags of objects and buckets. */
export const taggingOperations: readonly Operation[] = [
  { name: 'GetObjectTagging', method: 'GET', ...object, action: 'GetObject', counts: 'get', run: getObjectTagging },
  {
    name: 'PutObjectTagging',
    method: 'PUT',
    ...object,
    action: 'PutObject',
    counts: 'put',
    givesTags: true,
    run: putObjectTagging,
  },
  {
    name: 'DeleteObjectTagging',
    method: 'DELETE',
    ...object,
    action: 'PutObject',
    counts: 'put',
    run: deleteObjectTagging,
  },
  {
    name: 'GetBucketTagging',
    method: 'GET',
    ...whole,
    action: 'ReadBucketConfiguration',
    counts: 'get',
    run: getBucketTagging,
  },
  {
    name: 'PutBucketTagging',
    method: 'PUT',
    ...whole,
    action: 'ConfigureBucket',
    counts: 'put',
    run: putBucketTagging,
  },
  {
    name: 'DeleteBucketTagging',
    method: 'DELETE',
    ...whole,
    action: 'ConfigureBucket',
    counts: 'put',
    run: deleteBucketTagging,
  },
];
