import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import { checkLockable, checkRetention } from '#lib/local/s3/store/object-lock.ts';
import type { ObjectLock, RetentionMode, VersionLock } from '#lib/local/s3/store/records.ts';
import { bucketKey } from '#lib/local/s3/store/store.ts';
import { putRecord } from '#lib/local/s3/store/versions.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { childrenOf, type XmlElement } from '#lib/standards/xml/parse.ts';
import { readXml } from './body.ts';
import { configuredByApi } from './control.ts';
import { findObject } from './find.ts';
import { checkFuture, mayBypass, readDate } from './lock-headers.ts';
import type { BucketCall, ObjectCall, Operation } from './operation.ts';

/** The longest default retention, about a hundred years (S3). */
const most = { Days: 36_500, Years: 100 };

function getConfiguration({ bucket }: BucketCall): Reply {
  if (!bucket.objectLock) {
    throw new S3Error('ObjectLockConfigurationNotFoundError', { details: { BucketName: bucket.name } });
  }
  const { rule } = bucket.objectLock;
  const period = rule && ('days' in rule ? { Days: rule.days } : { Years: rule.years });
  const Rule = rule && { DefaultRetention: { Mode: rule.mode, ...period } };
  return { xml: document('ObjectLockConfiguration', { ObjectLockEnabled: 'Enabled', Rule }) };
}

async function putConfiguration(call: BucketCall): Promise<Reply> {
  const { engine, bucket, request } = call;
  if (request.headers['x-amz-bucket-object-lock-token'] !== undefined) {
    throw new S3Error('NotImplemented', { details: { Header: 'x-amz-bucket-object-lock-token' } });
  }
  const objectLock = readConfiguration(await readXml(call));
  await configuredByApi(call, bucket.name, {});
  await engine.store.change(bucket, (fresh) => {
    if (fresh.versioning !== 'enabled') {
      throw new S3Error('InvalidBucketState', {
        message: "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration",
      });
    }
    engine.store.tables.buckets.putSync(bucketKey(fresh.name), { ...fresh, objectLock });
  });
  return {};
}

function readConfiguration(root: XmlElement): ObjectLock {
  const [element, ...others] = childrenOf(root, 'Rule');
  const known = root.children.every(({ name }) => name === 'ObjectLockEnabled' || name === 'Rule');
  const enabled = childText(root, 'ObjectLockEnabled') === 'Enabled';
  if (root.name !== 'ObjectLockConfiguration' || !known || !enabled || others.length > 0) throw malformed();
  if (!element) return {};
  const [retention, ...more] = childrenOf(element, 'DefaultRetention');
  if (!retention || more.length > 0) throw malformed();
  const mode = readMode(retention);
  const [days, years] = [childText(retention, 'Days'), childText(retention, 'Years')];
  if ((days === undefined) === (years === undefined)) throw malformed();
  const rule =
    days === undefined ? { mode, years: readPeriod(years ?? '', 'Years') } : { mode, days: readPeriod(days, 'Days') };
  return { rule };
}

function readMode(element: XmlElement): RetentionMode {
  const mode = childText(element, 'Mode');
  if (mode === 'GOVERNANCE' || mode === 'COMPLIANCE') return mode;
  throw malformed();
}

function readPeriod(text: string, unit: keyof typeof most): number {
  if (!/^-?\d{1,9}$/.test(text)) throw malformed();
  const period = Number(text);
  if (period >= 1 && period <= most[unit]) return period;
  throw new S3Error(
    'InvalidRetentionPeriod',
    period < 1 ? {} : { message: `Default retention period must be at most ${most[unit]} ${unit}.` },
  );
}

/** The version that a request names, in a bucket with object lock. */
function found({ engine, request, bucket, key }: ObjectCall) {
  checkLockable(bucket, {});
  return findObject(engine.store, bucket, key, request.query.get('versionId'));
}

function getRetention(call: ObjectCall): Reply {
  const { retention } = found(call).lock ?? {};
  if (!retention) throw new S3Error('NoSuchObjectLockConfiguration', { details: { Key: call.key } });
  const { mode, until } = retention;
  return { xml: document('Retention', { Mode: mode, RetainUntilDate: new Date(until) }) };
}

async function putRetention(call: ObjectCall): Promise<Reply> {
  const { store } = call.engine;
  checkLockable(call.bucket, {});
  const retention = readRetention(await readXml(call));
  if (retention) checkFuture(retention.until, store.clock.now());
  const bypass = mayBypass(call, call.key);
  return changeLock(call, (lock) => {
    checkRetention(lock, retention, store.clock.now().getTime(), bypass);
    const { retention: _, ...rest } = lock;
    return retention ? { ...rest, retention } : rest;
  });
}

/** An empty document ends the retention. */
function readRetention(root: XmlElement): VersionLock['retention'] {
  const known = root.children.every(({ name }) => name === 'Mode' || name === 'RetainUntilDate');
  if (root.name !== 'Retention' || !known) throw malformed();
  if (root.children.length === 0) return undefined;
  const until = readDate(childText(root, 'RetainUntilDate') ?? '');
  if (until === undefined) throw malformed();
  return { mode: readMode(root), until };
}

function getLegalHold(call: ObjectCall): Reply {
  const { hold } = found(call).lock ?? {};
  if (!hold) throw new S3Error('NoSuchObjectLockConfiguration', { details: { Key: call.key } });
  return { xml: document('LegalHold', { Status: hold }) };
}

async function putLegalHold(call: ObjectCall): Promise<Reply> {
  checkLockable(call.bucket, {});
  const root = await readXml(call);
  const hold = childText(root, 'Status');
  if (root.name !== 'LegalHold' || (hold !== 'ON' && hold !== 'OFF')) throw malformed();
  return changeLock(call, (lock) => ({ ...lock, hold }));
}

async function changeLock(call: ObjectCall, change: (lock: VersionLock) => VersionLock): Promise<Reply> {
  const { store } = call.engine;
  const version = await store.change(call.bucket, (bucket) => {
    const record = found({ ...call, bucket });
    putRecord(store.tables, bucket, call.key, { ...record, lock: change(record.lock ?? {}) });
    return record.version;
  });
  return { headers: { 'x-amz-version-id': version } };
}

const configuration = { level: 'bucket', query: 'object-lock' } as const;
const retention = { level: 'object', query: 'retention' } as const;
const legalHold = { level: 'object', query: 'legal-hold' } as const;
const reads = { method: 'GET', counts: 'get' } as const;
const writes = { method: 'PUT', counts: 'put' } as const;

/** Operations on object lock: the bucket's configuration, and retention and legal hold of versions. */
export const lockOperations: readonly Operation[] = [
  {
    name: 'GetBucketObjectLockConfiguration',
    ...configuration,
    ...reads,
    action: 'ReadBucketConfiguration',
    run: getConfiguration,
  },
  {
    name: 'PutBucketObjectLockConfiguration',
    ...configuration,
    ...writes,
    action: 'ConfigureBucket',
    run: putConfiguration,
  },
  { name: 'GetObjectRetention', ...retention, ...reads, action: 'GetObject', run: getRetention },
  { name: 'PutObjectRetention', ...retention, ...writes, action: 'PutObjectRetention', run: putRetention },
  { name: 'GetObjectLegalHold', ...legalHold, ...reads, action: 'GetObject', run: getLegalHold },
  { name: 'PutObjectLegalHold', ...legalHold, ...writes, action: 'PutObjectLegalHold', run: putLegalHold },
];
