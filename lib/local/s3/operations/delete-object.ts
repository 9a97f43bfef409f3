import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import { MAX_KEY_BYTES } from '#lib/local/s3/store/keys.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { type Removal, removeNow, removeObject } from '#lib/local/s3/store/remove.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document, type XmlValue } from '#lib/local/s3/xml/write.ts';
import { childrenOf, type XmlElement } from '#lib/standards/xml/parse.ts';
import { checkAccess } from './authorise.ts';
import { readXml } from './body.ts';
import { checkVersionId } from './find.ts';
import { mayBypass } from './lock-headers.ts';
import { checkImplied } from './object-headers.ts';
import type { BucketCall, ObjectCall, Operation } from './operation.ts';

const MOST = 1000;

async function deleteObject(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key } = call;
  checkImplied(request.headers);
  const version = request.query.get('versionId');
  if (version !== undefined) checkVersionId(version);
  const conditions = { ifMatch: request.headers['if-match'] };
  const removal = await removeObject(engine.store, bucket, key, { version, conditions, bypass: mayBypass(call, key) });
  return {
    status: 204,
    headers: { 'x-amz-version-id': removal.version, 'x-amz-delete-marker': removal.marker ? 'true' : undefined },
  };
}

interface Asked {
  key: string;
  version: string | undefined;
}

async function deleteObjects(call: BucketCall): Promise<Reply> {
  const { engine, plan, bucket } = call;
  if (!plan.md5 && !plan.checksum && !plan.sha256) {
    throw new S3Error('InvalidRequest', { message: 'Missing required header for this request: Content-MD5' });
  }
  const root = await readXml(call);
  const asked = readAsked(root);
  const quiet = childText(root, 'Quiet') === 'true';
  const results = await engine.store.change(bucket, (fresh) =>
    asked.map((each) => deleteOne(call, fresh, each, quiet)),
  );
  return { xml: document('DeleteResult', results) };
}

/** Deletes one of several, inside a commit. One that may not be deleted does not keep the others from it. */
function deleteOne(call: BucketCall, bucket: BucketRecord, { key, version }: Asked, quiet: boolean): XmlValue {
  const { engine } = call;
  try {
    checkAccess(call, bucket, {
      name: 'DeleteObject',
      action: 'DeleteObject',
      bucket: bucket.name,
      path: key,
      version,
    });
    if (version !== undefined) checkVersionId(version);
    const removal = removeNow(engine.store, bucket, key, version, mayBypass(call, key));
    return quiet ? undefined : { Deleted: deleted(key, version, removal) };
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    return { Error: { Key: key, VersionId: version, Code: error.code, Message: error.message } };
  }
}

function deleted(key: string, asked: string | undefined, { version, marker }: Removal): XmlValue {
  return {
    Key: key,
    VersionId: asked,
    DeleteMarker: marker ? true : undefined,
    DeleteMarkerVersionId: marker ? version : undefined,
  };
}

function readAsked(root: XmlElement): Asked[] {
  const objects = childrenOf(root, 'Object');
  if (root.name !== 'Delete' || objects.length === 0 || objects.length > MOST) throw malformed();
  return objects.map((object) => {
    const key = childText(object, 'Key');
    if (!key) throw new S3Error('UserKeyMustBeSpecified');
    if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error('KeyTooLongError');
    if (object.children.some(({ name }) => !['Key', 'VersionId'].includes(name))) {
      throw new S3Error('NotImplemented', { message: 'Conditions within DeleteObjects are not implemented' });
    }
    return { key, version: childText(object, 'VersionId') || undefined };
  });
}

/** Operations that delete objects. */
export const deleteOperations: readonly Operation[] = [
  {
    name: 'DeleteObject',
    method: 'DELETE',
    level: 'object',
    action: 'DeleteObject',
    counts: 'delete',
    run: deleteObject,
  },
  {
    name: 'DeleteObjects',
    method: 'POST',
    level: 'bucket',
    query: 'delete',
    action: 'DeleteObject',
    counts: 'delete',
    run: deleteObjects,
  },
];
