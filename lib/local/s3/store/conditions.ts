import { S3Error } from '#lib/local/s3/errors.ts';
import type { ObjectRecord } from './records.ts';

/** Conditions of a write, checked in the same transaction as it. */
export interface WriteConditions {
  /** The ETag that must be there, without quotes, or `*`. */
  ifMatch?: string | undefined;
  /** `*`: nothing may be there. */
  ifNoneMatch?: string | undefined;
}

/** Throws PreconditionFailed, or NoSuchKey for If-Match where there is nothing. */
export function checkConditions({ ifMatch, ifNoneMatch }: WriteConditions, current: ObjectRecord | undefined): void {
  if (ifNoneMatch !== undefined && current) {
    throw new S3Error('PreconditionFailed', { details: { Condition: 'If-None-Match' } });
  }
  if (ifMatch === undefined) return;
  if (!current) throw new S3Error('NoSuchKey');
  if (ifMatch !== '*' && ifMatch !== current.etag) {
    throw new S3Error('PreconditionFailed', { details: { Condition: 'If-Match' } });
  }
}
