import { S3Error } from '#lib/local/s3/errors.ts';
import type { ObjectRecord } from './records.ts';

/** The conditions of a write, which are checked in the same transaction. */
export interface WriteConditions {
  /** The ETags, separated by commas, of which one must exist, or `*`. */
  ifMatch?: string | undefined;
  /** The ETags, separated by commas, that must not exist, or `*`: the key must not exist. */
  ifNoneMatch?: string | undefined;
}

/** Throws PreconditionFailed, or NoSuchKey for If-Match where the key does not exist. */
export function checkConditions({ ifMatch, ifNoneMatch }: WriteConditions, current: ObjectRecord | undefined): void {
  if (ifNoneMatch !== undefined && current && lists(ifNoneMatch, current.etag)) {
    throw new S3Error('PreconditionFailed', { details: { Condition: 'If-None-Match' } });
  }
  if (ifMatch === undefined) return;
  if (!current) throw new S3Error('NoSuchKey');
  if (!lists(ifMatch, current.etag)) {
    throw new S3Error('PreconditionFailed', { details: { Condition: 'If-Match' } });
  }
}

/** Whether a condition names this ETag. */
export function lists(condition: string, etag: string): boolean {
  return condition.split(',').some((each) => {
    const text = each.trim();
    return text === '*' || text.replace(/^W\//, '').replace(/^"(.*)"$/, '$1') === etag;
  });
}
