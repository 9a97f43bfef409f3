import { setTimeout as wait } from 'node:timers/promises';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { FaultSubject, StruckFault } from '#lib/model/platform/faults.ts';
import type { S3Request } from './request.ts';

/** Strikes a request for a bucket and a key with a fault that is set for it, if any. */
export type Strike = (subject: FaultSubject) => StruckFault | null;

/**
 * Fails or holds up a request by the fault that strikes it: SlowDown, InternalError, or later. The caller drops the
 * reply to one whose reply is to be lost.
 */
export async function meetFault(
  strike: Strike | undefined,
  { bucket, key }: Pick<S3Request, 'bucket' | 'key'>,
): Promise<StruckFault | null> {
  const struck = strike?.({ names: bucket ? [bucket] : [], ids: key ? [key] : [] }) ?? null;
  if (!struck) return null;
  if (struck.after_seconds) await wait(struck.after_seconds * 1000);
  if (struck.outcome === 'throttled') throw new S3Error('SlowDown');
  if (struck.outcome === 'error') throw new S3Error('InternalError');
  return struck;
}
