import { setImmediate as turn } from 'node:timers/promises';
import { S3Error } from '#lib/local/s3/errors.ts';
import { successor } from './keys.ts';
import type { BucketRecord, ObjectLock, ObjectRecord, VersionLock, VersionRecord } from './records.ts';
import type { Tables } from './tables.ts';

const DAY = 86_400_000;
/** Rows that are read between two turns of the event loop. */
const CHUNK = 1000;

/**
 * The lock of a new version: what the request asks for, with the bucket's default retention where it asks for none.
 * Throws InvalidRequest where it asks for a lock that the bucket does not have.
 */
export function lockOfNew(
  { objectLock }: BucketRecord,
  asked: VersionLock | undefined,
  now: number,
): VersionLock | undefined {
  if (!objectLock) {
    checkLockable({ objectLock }, asked);
    return undefined;
  }
  const retention = asked?.retention ?? defaultRetention(objectLock, now);
  if (!retention && !asked?.hold) return undefined;
  return { ...(retention && { retention }), ...(asked?.hold && { hold: asked.hold }) };
}

/** Throws InvalidRequest where a lock is asked for in a bucket without object lock. */
export function checkLockable({ objectLock }: Pick<BucketRecord, 'objectLock'>, asked: unknown): void {
  if (objectLock || asked === undefined) return;
  throw new S3Error('InvalidRequest', { message: 'Bucket is missing Object Lock Configuration' });
}

function defaultRetention({ rule }: ObjectLock, now: number): VersionLock['retention'] {
  if (!rule) return undefined;
  if ('days' in rule) return { mode: rule.mode, until: now + rule.days * DAY };
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + rule.years);
  return { mode: rule.mode, until: until.getTime() };
}

/** Whether a version may not be deleted now. `bypass` disregards a retention in governance mode. */
export function isHeld({ lock }: Pick<ObjectRecord, 'lock'>, now: number, bypass = false): boolean {
  if (lock?.hold === 'ON') return true;
  const { retention } = lock ?? {};
  if (!retention || retention.until <= now) return false;
  return retention.mode === 'COMPLIANCE' || !bypass;
}

/** Throws AccessDenied where a version may not be deleted now. */
export function checkRemovable(record: Pick<ObjectRecord, 'lock'>, now: number, bypass: boolean): void {
  if (!isHeld(record, now, bypass)) return;
  throw new S3Error('AccessDenied', { message: 'Access Denied because object protected by object lock.' });
}

/**
 * Throws AccessDenied where a change would shorten or end a retention that is in force, or change its mode. Only a
 * retention in governance mode allows that, and only with `bypass`.
 */
export function checkRetention(
  { retention: held }: VersionLock,
  wanted: VersionLock['retention'],
  now: number,
  bypass: boolean,
): void {
  if (!held || held.until <= now) return;
  if (wanted && wanted.mode === held.mode && wanted.until >= held.until) return;
  if (held.mode === 'GOVERNANCE' && bypass) return;
  throw new S3Error('AccessDenied', { message: 'Access Denied because object protected by object lock.' });
}

/** Whether any version of a bucket may not be deleted now. It gives other work its turn. */
export async function holdsLocked(tables: Tables, bucket: BucketRecord, now: number): Promise<boolean> {
  if (!bucket.objectLock) return false;
  return (await anyHeld(tables.current, bucket, now)) || (await anyHeld(tables.versions, bucket, now));
}

interface Source {
  getRange(range: { start: Buffer; end: Buffer; limit: number }): Iterable<{ key: Buffer; value: VersionRecord }>;
}

async function anyHeld(source: Source, bucket: BucketRecord, now: number): Promise<boolean> {
  let start: Buffer | undefined = Buffer.from(bucket.id, 'hex');
  const end = successor(start) as Buffer;
  while (start) {
    const rows: { key: Buffer; value: VersionRecord }[] = [...source.getRange({ start, end, limit: CHUNK })];
    if (rows.some(({ value }) => !value.marker && isHeld(value, now))) return true;
    const last: Buffer | undefined = rows.at(-1)?.key;
    start = last && rows.length === CHUNK ? Buffer.concat([last, Buffer.from([0])]) : undefined;
    await turn();
  }
  return false;
}
