import { AwsClient } from 'aws4fetch';
import { expect, test } from 'vitest';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { handler as update } from '#functions/storage/buckets/update.ts';
import { expectStatus, newName } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { denied, everything, objects, ok, owner, root, s3, userWith, useVerified } from './account-support.ts';
import type { Credentials } from './send.ts';

/* The `acl` of the API opens objects, S3's ACL of a bucket its listing; either ends both (contract 4.10). */

useVerified();

const canned = (name: string) => ({ 'x-amz-acl': name });
const aclOf = async (name: string) => (await expectStatus(200, root(show, { params: { name } }))).acl;
const patch = (name: string, body: object) => expectStatus(200, root(update, { params: { name }, body }));

/** The statuses of an anonymous listing of a bucket, and of the reading of its object `a`. */
const seen = async (name: string) => [
  (await fetch(`${objects.url}/${name}`)).status,
  (await fetch(`${objects.url}/${name}/a`)).status,
];

/** The grants to groups that GetBucketAcl shows, and its document. */
async function shown({ access_key_id: accessKeyId, secret_key: secretAccessKey }: Credentials, name: string) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'in-mum', retries: 0 });
  const text = await (await client.fetch(`${objects.url}/${name}?acl`)).text();
  const grants = [...text.matchAll(/(AllUsers|AuthenticatedUsers)<.*?<Permission>(\w+)/g)];
  return { text, grants: grants.map(([, group, permission]) => `${group} ${permission}`) };
}

test('a bucket that is made public-read through S3 is listed by everyone, and its objects stay closed', async () => {
  const key = await userWith(everything);
  const name = newName('bucket');
  expect(await s3(key, 'PUT', name, '', canned('public-read'))).toEqual(ok);
  expect(await s3(key, 'PUT', `${name}/a`, 'x')).toEqual(ok);
  expect(await aclOf(name)).toBe('private');
  expect(await seen(name)).toEqual([200, 403]);
  expect((await shown(key, name)).grants).toEqual(['AllUsers READ']);
  await patch(name, { acl: 'private' });
  expect(await seen(name)).toEqual([403, 403]);
  expect((await shown(key, name)).grants).toEqual([]);
});

test('PutBucketAcl opens the listing, ends every grant of either, and is refused as the API refuses', async () => {
  const key = await userWith(everything);
  const bound = await userWith([...everything, { Effect: 'Deny', Action: 'storage:UpdateBucket' }]);
  const name = await newBucket(owner);
  await s3(key, 'PUT', `${name}/a`, 'x');
  expect(await s3(bound, 'PUT', `${name}?acl`, '', canned('public-read'))).toEqual(denied);
  expect([await aclOf(name), await seen(name)]).toEqual(['private', [403, 403]]);
  expect(await s3(key, 'PUT', `${name}?acl`, '', canned('public-read'))).toEqual(ok);
  expect([await aclOf(name), await seen(name)]).toEqual(['private', [200, 403]]);
  await patch(name, { acl: 'public-read' });
  expect(await seen(name)).toEqual([403, 200]);
  expect(await s3(key, 'PUT', `${name}?acl`, '', canned('private'))).toEqual(ok);
  expect([await aclOf(name), await seen(name)]).toEqual(['private', [403, 403]]);
});

test('GetBucketAcl shows the public-read of the API, and its document, put back, says the same', async () => {
  const key = await userWith(everything);
  const name = await newBucket(owner, { acl: 'public-read' });
  await s3(key, 'PUT', `${name}/a`, 'x');
  expect(await seen(name)).toEqual([403, 200]);
  const { text, grants } = await shown(key, name);
  expect(grants).toEqual(['AllUsers READ']);
  expect(await s3(key, 'PUT', `${name}?acl`, text)).toEqual(ok);
  expect([await aclOf(name), await seen(name)]).toEqual(['public-read', [200, 200]]);
});

test('grants are of S3 alone and outlive other settings, until the API is told that it is private', async () => {
  const key = await userWith(everything);
  const name = await newBucket(owner);
  expect(await s3(key, 'PUT', `${name}?acl`, '', canned('public-read-write'))).toEqual(ok);
  expect(await aclOf(name)).toBe('private');
  await patch(name, { tags: { env: 'dev' } });
  expect((await shown(key, name)).grants).toEqual(['AllUsers READ', 'AllUsers WRITE']);
  expect((await seen(name))[0]).toBe(200);
  await patch(name, { acl: 'private' });
  expect((await shown(key, name)).grants).toEqual([]);
  expect((await seen(name))[0]).toBe(403);
});

test('a bucket that blocks public ACLs stays private in the API as well', async () => {
  const key = await userWith(everything);
  const name = await newBucket(owner);
  const block =
    '<PublicAccessBlockConfiguration><BlockPublicAcls>true</BlockPublicAcls></PublicAccessBlockConfiguration>';
  expect(await s3(key, 'PUT', `${name}?publicAccessBlock`, block)).toEqual(ok);
  expect(await s3(key, 'PUT', `${name}?acl`, '', canned('public-read'))).toEqual(denied);
  expect(await aclOf(name)).toBe('private');
});

test('of S3 and the API at once the last counts', async () => {
  const key = await userWith(everything);
  const name = await newBucket(owner, { acl: 'public-read' });
  await s3(key, 'PUT', `${name}/a`, 'x');
  const release = Promise.withResolvers<void>();
  objects.holdNext('configureBucket', release.promise);
  const slow = s3(key, 'PUT', `${name}?acl`, '', canned('public-read'));
  await expect.poll(() => objects.isHeld('configureBucket')).toBe(true);
  await patch(name, { acl: 'private' });
  release.resolve();
  expect(await slow).toEqual(ok);
  expect([await aclOf(name), await seen(name)]).toEqual(['private', [403, 403]]);
});

test('of fifty changes of one bucket at once each is made', async () => {
  const key = await userWith(everything);
  const name = await newBucket(owner);
  const all = await Promise.all(
    Array.from({ length: 50 }, () => s3(key, 'PUT', `${name}?acl`, '', canned('public-read'))),
  );
  expect(all).toEqual(Array(50).fill(ok));
  expect(await seen(name)).toEqual([200, 404]);
});
