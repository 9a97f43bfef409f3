import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  ChecksumAlgorithm,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  waitUntilObjectExists,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Place } from './runner/place.ts';
import type { RealClient, Row } from './runner/row.ts';

const MIB = 1024 * 1024;

/** A row that works with a client of the bucket's key, or of another. */
function row(
  feature: string,
  does: (client: S3Client, Bucket: string) => Promise<unknown>,
  outcome: Pick<Row, 'shows' | 'refused'> = {},
  config: (place: Place) => S3ClientConfig = () => ({}),
): Row {
  const run = async (place: Place) => {
    const { ENDPOINT = '', BUCKET = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = place.variables;
    const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
    const usual = { endpoint: ENDPOINT, region: 'in-mum', forcePathStyle: true, maxAttempts: 1, credentials };
    const client = new S3Client({ ...usual, ...config(place) });
    try {
      return await does(client, BUCKET);
    } finally {
      client.destroy();
    }
  };
  return { feature, does: run, ...outcome };
}

const user = ({ variables: { SVC_ACCESS_KEY_ID = '', SVC_SECRET_ACCESS_KEY = '' } }: Place): S3ClientConfig => ({
  credentials: { accessKeyId: SVC_ACCESS_KEY_ID, secretAccessKey: SVC_SECRET_ACCESS_KEY },
});

async function read(client: S3Client, Bucket: string, Key: string): Promise<{ bytes: Buffer; sums: string[] }> {
  const got = await client.send(new GetObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
  const sums = Object.keys(got).filter((name) => name.startsWith('Checksum') && name !== 'ChecksumType');
  return { bytes: Buffer.from((await got.Body?.transformToByteArray()) ?? []), sums };
}

/** A row that sends a stream with a checksum at its end, and reads it. */
const sum = (algorithm: ChecksumAlgorithm): Row =>
  row(
    `a stream with a checksum at its end (${algorithm})`,
    async (client, Bucket) => {
      const bytes = randomBytes(300_000);
      const Body = Readable.from([bytes.subarray(0, 70_001), bytes.subarray(70_001)]);
      const Key = `sum-${algorithm}`;
      const given = { Bucket, Key, Body, ContentLength: bytes.length, ChecksumAlgorithm: algorithm };
      await client.send(new PutObjectCommand(given));
      const got = await read(client, Bucket, Key);
      return `${got.bytes.equals(bytes)} ${got.sums}`;
    },
    { shows: `true Checksum${algorithm}` },
  );

/** A row that uploads in parts of which each has a checksum. */
const parts = (algorithm: ChecksumAlgorithm, type: 'COMPOSITE' | 'FULL_OBJECT'): Row =>
  row(
    `uploads in parts (\`Upload\`) with ${algorithm}`,
    async (client, Bucket) => {
      const bytes = randomBytes(12 * MIB);
      const params = { Bucket, Key: `parts-${algorithm}`, Body: bytes, ChecksumAlgorithm: algorithm };
      await new Upload({ client, params }).done();
      const got = await read(client, Bucket, params.Key);
      const head = await client.send(new HeadObjectCommand({ Bucket, Key: params.Key, ChecksumMode: 'ENABLED' }));
      return `${got.bytes.equals(bytes)} ${head.ChecksumType}`;
    },
    { shows: `true ${type}` },
  );

/** The SDK of AWS for JavaScript, whose checksums are on by default. */
export const sdk: RealClient = {
  name: 'AWS SDK for JavaScript v3',
  version: 'node -p "require(\'$CHECKOUT/node_modules/@aws-sdk/client-s3/package.json\').version"',
  rows: [
    row(
      'a checksum by default (`PutObject`)',
      async (client, Bucket) => {
        await client.send(new PutObjectCommand({ Bucket, Key: 'plain', Body: 'plain', Metadata: { colour: 'red' } }));
        return (await read(client, Bucket, 'plain')).sums;
      },
      { shows: 'ChecksumCRC32' },
    ),
    ...[ChecksumAlgorithm.CRC32, ChecksumAlgorithm.SHA1, ChecksumAlgorithm.SHA256].map(sum),
    parts(ChecksumAlgorithm.CRC32, 'COMPOSITE'),
    parts(ChecksumAlgorithm.SHA256, 'COMPOSITE'),
    row(
      'a checksum that is not of what was sent',
      (client, Bucket) =>
        client.send(new PutObjectCommand({ Bucket, Key: 'wrong', Body: 'wrong', ChecksumCRC32: 'AAAAAA==' })),
      { refused: 'The CRC32 you specified did not match the calculated checksum' },
    ),
    row(
      'no checksums unless required (`requestChecksumCalculation`)',
      async (client, Bucket) => {
        await client.send(new PutObjectCommand({ Bucket, Key: 'bare', Body: 'bare' }));
        return String((await read(client, Bucket, 'bare')).bytes);
      },
      { shows: 'bare' },
      () => ({ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }),
    ),
    row(
      'attributes (`GetObjectAttributes`)',
      async (client, Bucket) => {
        const ObjectAttributes = ['ObjectParts' as const, 'Checksum' as const];
        const got = await client.send(
          new GetObjectAttributesCommand({ Bucket, Key: 'parts-SHA256', ObjectAttributes }),
        );
        return `${got.ObjectParts?.TotalPartsCount} parts`;
      },
      { shows: '3 parts' },
    ),
    row(
      'copy with metadata (`CopyObject`)',
      async (client, Bucket) => {
        await client.send(new CopyObjectCommand({ Bucket, Key: 'ä b+c%20', CopySource: `${Bucket}/plain` }));
        return (await client.send(new HeadObjectCommand({ Bucket, Key: 'ä b+c%20' }))).Metadata?.colour;
      },
      { shows: 'red' },
    ),
    row(
      'write only what is not there (`IfNoneMatch`)',
      (client, Bucket) => client.send(new PutObjectCommand({ Bucket, Key: 'plain', Body: '', IfNoneMatch: '*' })),
      { refused: 'At least one of the pre-conditions you specified did not hold' },
    ),
    row(
      'pages of a list (`paginateListObjectsV2`)',
      async (client, Bucket) => {
        const counts: unknown[] = [];
        for await (const page of paginateListObjectsV2({ client, pageSize: 3 }, { Bucket })) counts.push(page.KeyCount);
        return counts;
      },
      { shows: '3,3,2' },
    ),
    row(
      'waiters (`waitUntilObjectExists`)',
      async (client, Bucket) =>
        (await waitUntilObjectExists({ client, maxWaitTime: 9 }, { Bucket, Key: 'plain' })).state,
      { shows: 'SUCCESS' },
    ),
    row(
      'buckets, with the key of an IAM user (`ListBuckets`)',
      async (client, Bucket) =>
        (await client.send(new ListBucketsCommand())).Buckets?.find(({ Name }) => Name === Bucket)?.Name,
      { shows: 'aws-sdk-for-javascript-v3-rows' },
      user,
    ),
    row(
      'delete many (`DeleteObjects`)',
      async (client, Bucket) => {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
        const Objects = Contents.map(({ Key }) => ({ Key }));
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
        return `${(await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount} left`;
      },
      { shows: '0 left' },
    ),
  ],
};
