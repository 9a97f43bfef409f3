import { invalidArgument } from '#lib/local/s3/http/reply.ts';
import type { ObjectRecord, RetentionMode, VersionLock } from '#lib/local/s3/store/records.ts';
import { checkAccess, mayAccess } from './authorise.ts';
import type { BucketCall, ObjectCall } from './operation.ts';

type Headers = Readonly<Record<string, string>>;

const MODE = 'x-amz-object-lock-mode';
const UNTIL = 'x-amz-object-lock-retain-until-date';
const HOLD = 'x-amz-object-lock-legal-hold';

/**
 * The lock that a write asks for in its headers; undefined where it asks for none. Throws InvalidArgument, and
 * AccessDenied where the caller may not lock this object.
 */
export function askedLock(
  call: Omit<ObjectCall, 'plan'>,
  headers: Headers = call.request.headers,
): VersionLock | undefined {
  const { engine, bucket, key } = call;
  const { [MODE]: mode, [UNTIL]: until, [HOLD]: hold } = headers;
  if (mode === undefined && until === undefined && hold === undefined) return undefined;
  const allow = (action: 'PutObjectRetention' | 'PutObjectLegalHold') =>
    checkAccess(call, bucket, { name: action, action, bucket: bucket.name, path: key, headers });
  const lock: VersionLock = {};
  if (mode !== undefined || until !== undefined) {
    allow('PutObjectRetention');
    lock.retention = { mode: askedMode(mode), until: askedDate(until, engine.store.clock.now()) };
  }
  if (hold !== undefined) {
    allow('PutObjectLegalHold');
    if (hold !== 'ON' && hold !== 'OFF') throw invalidArgument('Legal Hold must be either of ON or OFF.', HOLD, hold);
    lock.hold = hold;
  }
  return lock;
}

function askedMode(text: string | undefined): RetentionMode {
  if (text === 'GOVERNANCE' || text === 'COMPLIANCE') return text;
  if (text !== undefined) throw invalidArgument('Unknown wormMode directive.', MODE, text);
  throw invalidArgument(`${MODE} and ${UNTIL} must both be supplied`, MODE, '');
}

function askedDate(text: string | undefined, now: Date): number {
  if (text === undefined) throw invalidArgument(`${MODE} and ${UNTIL} must both be supplied`, UNTIL, '');
  const until = readDate(text);
  if (until === undefined)
    throw invalidArgument('The retain until date must be provided in ISO 8601 format', UNTIL, text);
  checkFuture(until, now);
  return until;
}

/** Milliseconds since 1970 of an ISO 8601 time with an offset; undefined for any other text. */
export function readDate(text: string): number | undefined {
  const time = Date.parse(text);
  const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$/.test(text);
  return whole && !Number.isNaN(time) ? time : undefined;
}

/** Throws InvalidArgument for a time that has passed. */
export function checkFuture(until: number, now: Date): void {
  if (until > now.getTime()) return;
  throw invalidArgument('The retain until date must be in the future!', UNTIL, new Date(until).toISOString());
}

/** The headers that show a version's lock. */
export function lockHeaders({ lock }: ObjectRecord): Record<string, string | undefined> {
  return {
    [MODE]: lock?.retention?.mode,
    [UNTIL]: lock?.retention && new Date(lock.retention.until).toISOString(),
    [HOLD]: lock?.hold,
  };
}

/**
 * Whether a request disregards retentions in governance mode: it must ask for it, and the caller must be allowed to.
 * Without the permission it is like a request that does not ask.
 */
export function mayBypass(call: Omit<BucketCall, 'plan'>, key: string): boolean {
  const { request, bucket } = call;
  if (!headerFlag(request.headers, 'x-amz-bypass-governance-retention')) return false;
  const action = 'BypassGovernanceRetention';
  return mayAccess(call, bucket, { name: action, action, bucket: bucket.name, path: key });
}

/** A header that is `true` or `false`; false where there is none. Throws InvalidArgument. */
export function headerFlag(headers: Headers, name: string): boolean {
  const text = headers[name];
  const value = text?.toLowerCase() ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalidArgument(`${name} must be true or false`, name, text ?? '');
}
