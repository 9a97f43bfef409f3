import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { childrenOf } from '#lib/standards/xml/parse.ts';
import { configure } from './access.ts';
import { readXml } from './body.ts';
import { AES256, checkAlgorithm } from './encryption-headers.ts';
import type { BucketCall, Operation } from './operation.ts';

function getEncryption({ bucket }: BucketCall): Reply {
  const { encryption } = bucket;
  if (!encryption) {
    throw new S3Error('ServerSideEncryptionConfigurationNotFoundError', { details: { BucketName: bucket.name } });
  }
  return {
    xml: document('ServerSideEncryptionConfiguration', {
      Rule: {
        ApplyServerSideEncryptionByDefault: { SSEAlgorithm: encryption.algorithm },
        BucketKeyEnabled: encryption.bucketKey,
      },
    }),
  };
}

async function putEncryption(call: BucketCall): Promise<Reply> {
  const root = await readXml(call);
  const [rule, ...others] = childrenOf(root, 'Rule');
  const [wanted] = rule ? childrenOf(rule, 'ApplyServerSideEncryptionByDefault') : [];
  const algorithm = wanted && childText(wanted, 'SSEAlgorithm');
  if (root.name !== 'ServerSideEncryptionConfiguration' || !rule || others.length > 0 || algorithm === undefined)
    throw malformed();
  checkAlgorithm(call.engine, algorithm, 'SSEAlgorithm');
  const bucketKey = childText(rule, 'BucketKeyEnabled') === 'true';
  await configure(call, () => ({ encryption: { algorithm: AES256, bucketKey } }));
  return {};
}

async function deleteEncryption(call: BucketCall): Promise<Reply> {
  await configure(call, () => ({ encryption: undefined }));
  return { status: 204 };
}

const byDefault = { level: 'bucket', query: 'encryption' } as const;
const changes = { action: 'ConfigureBucket', counts: 'put' } as const;

/** Operations on a bucket's default encryption. */
export const encryptionOperations: readonly Operation[] = [
  {
    name: 'GetBucketEncryption',
    method: 'GET',
    ...byDefault,
    action: 'ReadBucketConfiguration',
    counts: 'get',
    run: getEncryption,
  },
  { name: 'PutBucketEncryption', method: 'PUT', ...byDefault, ...changes, run: putEncryption },
  { name: 'DeleteBucketEncryption', method: 'DELETE', ...byDefault, ...changes, run: deleteEncryption },
];
