import { S3Error } from '#lib/local/s3/errors.ts';
import type { BucketRecord, ObjectHeaders } from '#lib/local/s3/store/records.ts';
import type { EngineContext } from './operation.ts';

const HEADER = 'x-amz-server-side-encryption';

/** The one kind of encryption at rest that this engine has. */
export const AES256 = 'AES256';

/**
 * How a new object is encrypted at rest: as the request asks, or else as its bucket does. Throws NotImplemented for
 * keys of a key service, and InvalidEncryptionAlgorithmError for what there is not.
 */
export function askedEncryption(
  { engine, bucket }: { engine: EngineContext; bucket: BucketRecord },
  headers: Readonly<Record<string, string>>,
): Pick<ObjectHeaders, 'encryption'> {
  const asked = headers[HEADER] ?? bucket.encryption?.algorithm;
  if (asked === undefined) return {};
  checkAlgorithm(engine, asked, HEADER);
  return { encryption: AES256 };
}

/** Throws where this engine has no such encryption. */
export function checkAlgorithm({ store }: EngineContext, asked: string, where: string): void {
  if (asked.startsWith('aws:kms') || (asked === AES256 && !store.blobs.encrypts))
    throw new S3Error('NotImplemented', { details: { Header: where } });
  if (asked !== AES256) throw new S3Error('InvalidEncryptionAlgorithmError');
}

/** The header that says how an object, an upload or a part is encrypted. */
export const encryptionHeader = ({ encryption }: Pick<ObjectHeaders, 'encryption'>) => ({ [HEADER]: encryption });
