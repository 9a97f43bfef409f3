import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as deleteKey } from '#functions/auth/access-keys/delete.ts';
import {
  bucketSrn,
  denied,
  everything,
  objects,
  ok,
  owner,
  root,
  s3,
  userWith,
  useVerified,
} from '#test/functions/storage/account-support.ts';
import type { Credentials } from '#test/functions/storage/send.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';

/*
 * A user of the account whose policies allow everything in storage, and deny everything below one prefix of one bucket.
 * The user looks for a way to what is there: by another spelling, another operation, or settings that publish it.
 */

useVerified();

const text = 'the plan';
let name: string;
let keeper: Credentials;
let user: Credentials & { username: string };

beforeAll(async () => {
  name = await newBucket(owner);
  keeper = await userWith(everything);
  const secret = [`${bucketSrn(name)}/object/secret/*`];
  user = await userWith([...everything, { Effect: 'Deny', Action: 'storage:*', Resource: secret }]);
  expect(await s3(keeper, 'PUT', `${name}/secret/plan`, text)).toEqual(ok);
  expect(await s3(keeper, 'PUT', `${name}/open`, 'for all')).toEqual(ok);
  expect(await s3(user, 'GET', `${name}/open`)).toEqual(ok);
});

const client = ({ access_key_id: accessKeyId, secret_key: secretAccessKey }: Credentials) =>
  new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'in-mum', retries: 0 });

/** The text of an S3 reply. */
async function send(key: Credentials, method: string, path: string, body?: string): Promise<string> {
  const headers = body === undefined ? {} : { 'content-md5': createHash('md5').update(body).digest('base64') };
  const init = { method, headers, ...(body !== undefined && { body }) };
  return (await client(key).fetch(`${objects.url}/${path}`, init)).text();
}

const signedLink = (key: Credentials, path: string): Promise<Request> =>
  client(key).sign(`${objects.url}/${path}?X-Amz-Expires=600`, { aws: { signQuery: true } });

const publicRead = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::{bucket}/*' }],
};
const expiring =
  '<LifecycleConfiguration><Rule><ID>r</ID><Status>Enabled</Status><Filter><Prefix>sec</Prefix></Filter>' +
  '<Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>';

const forAnother =
  '<AccessControlPolicy><AccessControlList><Grant><Grantee><ID>100000000009</ID></Grantee>' +
  '<Permission>FULL_CONTROL</Permission></Grant></AccessControlList></AccessControlPolicy>';

const copyOf = (source: string) => ({ 'x-amz-copy-source': source });

describe('a user who is denied a prefix', () => {
  test.each([
    ['GET', 'secret/plan'],
    ['GET', '%73ecret/plan'],
    ['GET', 'secret/plan?attributes'],
    ['GET', 'secret/plan?tagging'],
    ['GET', 'secret/plan?acl'],
    ['GET', 'secret/plan?retention'],
    ['GET', 'secret/plan?partNumber=1'],
    ['GET', 'secret/plan?versionId=null'],
    ['PUT', 'secret/plan'],
    ['PUT', 'secret/new'],
    ['PUT', 'secret/plan?tagging'],
    ['PUT', 'secret/plan?acl'],
    ['POST', 'secret/new?uploads'],
    ['DELETE', 'secret/plan'],
    ['DELETE', 'secret/plan?versionId=null'],
  ])('asks %s %s', async (method, path) => {
    expect(await s3(user, method, `${name}/${path}`, method === 'PUT' ? 'x' : undefined)).toEqual(denied);
  });

  test.each(['./secret/plan', 'open/../secret/plan', '/secret/plan', 'Secret/plan'])(
    'asks for %s, which is another key',
    async (path) => {
      const target = `${name}/${path.replaceAll('.', '%2E')}`;
      const [status] = await s3(user, 'GET', target);
      expect([403, 404]).toContain(status);
    },
  );

  test.each([
    '{bucket}/secret/plan',
    '/{bucket}/secret/plan',
    '{bucket}/%73ecret%2Fplan',
    '{bucket}/secret/plan?versionId=null',
  ])('copies %s to where it may be read, whole or as a part', async (source) => {
    const headers = copyOf(source.replace('{bucket}', name));
    expect(await s3(user, 'PUT', `${name}/copy`, undefined, headers)).toEqual(denied);
    const started = await send(user, 'POST', `${name}/copy?uploads`);
    const id = /<UploadId>(.+)<\/UploadId>/.exec(started)?.[1];
    expect(await s3(user, 'PUT', `${name}/copy?partNumber=1&uploadId=${id}`, undefined, headers)).toEqual(denied);
    expect((await s3(user, 'GET', `${name}/copy`))[0]).toBe(404);
  });

  test('deletes it by a list', async () => {
    const body = '<Delete><Object><Key>secret/plan</Key></Object></Delete>';
    expect(await send(user, 'POST', `${name}?delete`, body)).toContain(
      '<Key>secret/plan</Key><Code>AccessDenied</Code>',
    );
  });

  test.each([
    ['a bucket policy', 'policy', JSON.stringify(publicRead)],
    ['a lifecycle rule', 'lifecycle', expiring],
    [
      'a lifecycle rule with a day and a size',
      'lifecycle',
      '<LifecycleConfiguration><Rule><Filter><ObjectSizeGreaterThan>0</ObjectSizeGreaterThan></Filter><Status>Enabled</Status><Expiration><Date>2017-09-27T00:00:00Z</Date></Expiration></Rule></LifecycleConfiguration>',
    ],
    ['a public ACL', 'acl', ''],
    ['an ACL that gives it to another account', 'acl', forAnother],
  ])('publishes or expires it by %s', async (_, setting, body) => {
    const headers: Record<string, string> = body === '' ? { 'x-amz-acl': 'public-read' } : {};
    const document = body.replaceAll('{bucket}', name);
    expect(await s3(user, 'PUT', `${name}?${setting}`, document, headers)).toEqual(denied);
    expect((await fetch(`${objects.url}/${name}/secret/plan`)).status).toBe(403);
  });
});

test('a key that was deleted goes on with an upload and a link that it began', async () => {
  const started = await send(user, 'POST', `${name}/late?uploads`);
  const id = /<UploadId>(.+)<\/UploadId>/.exec(started)?.[1];
  const link = await signedLink(user, `${name}/open`);
  expect((await fetch(link)).status).toBe(200);
  await expectStatus(200, root(deleteKey, { params: { username: user.username, id: user.access_key_id } }));
  expect((await fetch(link)).status).toBe(403);
  expect((await s3(user, 'PUT', `${name}/late?partNumber=1&uploadId=${id}`, 'x'))[0]).toBe(403);
  expect(await s3(keeper, 'GET', `${name}/secret/plan`)).toEqual(ok);
});
