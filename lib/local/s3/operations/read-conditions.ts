import { S3Error } from '#lib/local/s3/errors.ts';
import { lists } from '#lib/local/s3/store/conditions.ts';
import type { ObjectRecord } from '#lib/local/s3/store/records.ts';

/**
 * Checks the conditions of a read; with the prefix `x-amz-copy-source-`, those of a copy. Throws PreconditionFailed or
 * NotModified (RFC 9110 13.2.2: ETags take precedence over dates).
 */
export function checkReadConditions(
  headers: Readonly<Record<string, string>>,
  record: ObjectRecord,
  before = '',
): void {
  const of = (name: string): string | undefined => headers[`${before}if-${name}`];
  const [match, none] = [of('match'), of('none-match')];
  if (match !== undefined && !lists(match, record.etag)) throw failed('If-Match');
  if (match === undefined && changedSince(record, of('unmodified-since')) === true) throw failed('If-Unmodified-Since');
  if (none === undefined ? changedSince(record, of('modified-since')) !== false : !lists(none, record.etag)) return;
  if (before) throw failed(none === undefined ? 'If-Modified-Since' : 'If-None-Match');
  throw new S3Error('NotModified', {
    headers: { etag: `"${record.etag}"`, 'last-modified': new Date(record.modified).toUTCString() },
  });
}

/** Undefined where that is not a date; headers have whole seconds. */
function changedSince({ modified }: ObjectRecord, text: string | undefined): boolean | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.floor(modified / 1000) * 1000 > time;
}

function failed(condition: string): S3Error {
  return new S3Error('PreconditionFailed', { details: { Condition: condition } });
}
