import { S3Error } from '#lib/local/s3/errors.ts';
import type { ObjectRecord } from './records.ts';

/** The conditions of a write, which are checked in the same transaction. */
export interface WriteConditions {
  /** The ETag that must exist, without quotes, or `*`. */
  ifMatch?: string | undefined;
  /** `*`: the key must not exist. */
  ifNoneMatch?: string | undefined;
}

/** Throws PreconditionFailed, or NoSuchKey for If-Match where the key does not exist. */
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
