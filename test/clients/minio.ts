import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Client, CopyConditions } from 'minio';
import type { Place } from './runner/place.ts';
import type { RealClient, Row } from './runner/row.ts';

/** A row that works with a client of the bucket's key, or of an IAM user's. */
function row(
  feature: string,
  does: (client: Client, bucket: string) => Promise<unknown>,
  outcome: Pick<Row, 'shows' | 'refused'>,
  key: 'bucket' | 'user' = 'bucket',
): Row {
  const run = ({ variables }: Place) => does(clientOf(variables, key), variables.BUCKET ?? '');
  return { feature, does: run, ...outcome };
}

function clientOf(variables: Readonly<Record<string, string>>, key: 'bucket' | 'user'): Client {
  const [endPoint = '', port] = (variables.HOST ?? '').split(':');
  const service = key === 'user' ? 'SVC' : 'AWS';
  const accessKey = variables[`${service}_ACCESS_KEY_ID`] ?? '';
  const secretKey = variables[`${service}_SECRET_ACCESS_KEY`] ?? '';
  return new Client({ endPoint, port: Number(port), useSSL: false, region: 'in-mum', accessKey, secretKey });
}

const large = randomBytes(12 * 1024 * 1024);

async function names(client: Client, bucket: string): Promise<string[]> {
  const found: { name: string }[] = await client.listObjectsV2(bucket, '', true).toArray();
  return found.map(({ name }) => name);
}

/** MinIO's client for JavaScript. */
export const minio: RealClient = {
  name: 'minio',
  version: 'node -p "require(\'$CHECKOUT/node_modules/minio/package.json\').version"',
  rows: [
    row('`bucketExists`', (client, bucket) => client.bucketExists(bucket), { shows: 'true' }),
    row(
      '`putObject`, `getObject`: in parts',
      async (client, bucket) => {
        await client.putObject(bucket, 'large', large, large.length, { 'x-amz-meta-colour': 'red' });
        return large.equals(await buffer(await client.getObject(bucket, 'large')));
      },
      { shows: 'true' },
    ),
    row('`statObject`', async (client, bucket) => JSON.stringify((await client.statObject(bucket, 'large')).metaData), {
      shows: '"colour":"red"',
    }),
    row(
      '`getPartialObject`',
      async (client, bucket) => (await buffer(await client.getPartialObject(bucket, 'large', 10, 20))).length,
      { shows: '20' },
    ),
    row(
      '`copyObject`',
      async (client, bucket) => {
        await client.copyObject(bucket, 'ä b', `/${bucket}/large`, new CopyConditions());
        return names(client, bucket);
      },
      { shows: 'large,ä b' },
    ),
    row(
      '`presignedGetObject`, `presignedPutObject`',
      async (client, bucket) => {
        await fetch(await client.presignedPutObject(bucket, 'put'), { method: 'PUT', body: 'linked' });
        return (await fetch(await client.presignedGetObject(bucket, 'put'))).text();
      },
      { shows: 'linked' },
    ),
    row(
      '`presignedPostPolicy`',
      async (client, bucket) => {
        const policy = client.newPostPolicy();
        policy.setBucket(bucket);
        policy.setKey('posted');
        policy.setExpires(new Date(Date.now() + 3_600_000));
        const { postURL, formData } = await client.presignedPostPolicy(policy);
        const form = new FormData();
        for (const [name, value] of Object.entries(formData)) form.append(name, String(value));
        form.append('file', new Blob(['posted']));
        return (await fetch(postURL, { method: 'POST', body: form })).status;
      },
      { shows: '204' },
    ),
    row(
      '`setObjectTagging`, with the key of an IAM user',
      async (client, bucket) => {
        await client.setObjectTagging(bucket, 'put', { a: 'b' });
        return JSON.stringify(await client.getObjectTagging(bucket, 'put'));
      },
      { shows: '"Key":"a","Value":"b"' },
      'user',
    ),
    row(
      '`setBucketVersioning`, with the key of an IAM user',
      async (client, bucket) => {
        await client.setBucketVersioning(bucket, { Status: 'Enabled' });
        return JSON.stringify(await client.getBucketVersioning(bucket));
      },
      { shows: '"Enabled"' },
      'user',
    ),
    row(
      '`makeBucket`, `removeBucket`, with the key of an IAM user',
      async (client) => {
        await client.makeBucket('minio-second', 'in-mum');
        await client.removeBucket('minio-second');
        return (await client.listBuckets()).some(({ name }) => name === 'minio-second');
      },
      { shows: 'false' },
      'user',
    ),
    row('`makeBucket`, with the key of a bucket', (client) => client.makeBucket('minio-third', 'in-mum'), {
      refused: 'S3Error: Access Denied',
    }),
    row(
      '`removeObjects`',
      async (client, bucket) => {
        await client.removeObjects(bucket, await names(client, bucket));
        return `${(await names(client, bucket)).length} left`;
      },
      { shows: '0 left' },
    ),
  ],
};
