import { beforeAll, describe, expect, test } from 'vitest';
import { verified } from '#lib/testing/functions/verified.ts';
import { newName } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { bucketSrn, denied, everything, ok, owner, s3, userWith, useVerified } from './account-support.ts';
import type { Credentials } from './send.ts';

useVerified();

describe('a request is decided by the policies of the user', () => {
  let name: string;
  let admin: Credentials;
  let none: Credentials;
  beforeAll(async () => {
    none = await userWith([{ Action: 'compute:*' }]);
    name = await newBucket(owner, { tags: { env: 'dev' } });
    admin = await userWith(everything);
    expect(await s3(admin, 'PUT', `${name}/a`, 'x')).toEqual(ok);
  });

  const operations: [action: string, method: string, path: string, body?: string][] = [
    ['ListBuckets', 'GET', ''],
    ['CreateBucket', 'PUT', newName('bucket')],
    ['GetBucket', 'HEAD', ':'],
    ['GetBucket', 'GET', ':?location'],
    ['ListObjects', 'GET', ':?list-type=2'],
    ['ListObjects', 'GET', ':?versions'],
    ['ListObjects', 'GET', ':?uploads'],
    ['GetObject', 'GET', ':/a'],
    ['PutObject', 'PUT', ':/a', 'y'],
    ['PutObject', 'POST', ':/m?uploads'],
    ['DeleteObject', 'DELETE', ':/none'],
    ['GetBucketCors', 'GET', ':?cors'],
    ['DeleteBucketCors', 'DELETE', ':?cors'],
    ['GetBucketLifecycle', 'GET', ':?lifecycle'],
    ['DeleteBucketLifecycle', 'DELETE', ':?lifecycle'],
    ['UpdateBucket', 'PUT', ':?acl', ''],
    ['DeleteBucket', 'DELETE', ':'],
  ];

  test.each(operations)('%s: %s %s', async (action, method, path, body) => {
    const where = path.replace(':', name);
    const without = await userWith([{ Action: 'storage:*' }, { Effect: 'Deny', Action: `storage:${action}` }]);
    const [status, code] = await s3(without, method, where, body);
    expect([status, method === 'HEAD' ? 'AccessDenied' : code]).toEqual(denied);
    expect((await s3(none, method, where, body))[0]).toBe(403);
    const only = await userWith([{ Action: `storage:${action}` }]);
    expect([200, 204, 400, 404, 409]).toContain((await s3(only, method, where, body))[0]);
  });

  test('an Allow of one bucket or one prefix is for that alone', async () => {
    const other = await newBucket(owner);
    const key = await userWith([
      { Action: 'storage:GetObject', Resource: `${bucketSrn(name)}/object/a*` },
      { Action: ['storage:PutObject', 'storage:DeleteObject'], Resource: `${bucketSrn(name)}/object/in/*` },
      { Action: 'storage:ListObjects', Resource: bucketSrn(name) },
    ]);
    expect(await s3(key, 'GET', `${name}/a`)).toEqual(ok);
    expect(await s3(key, 'GET', `${name}/b`)).toEqual([404, 'NoSuchKey']);
    expect(await s3(key, 'PUT', `${name}/in/b`, 'x')).toEqual(ok);
    expect(await s3(key, 'GET', `${name}/in/b`)).toEqual(denied);
    expect(await s3(key, 'PUT', `${name}/out`, 'x')).toEqual(denied);
    expect(await s3(key, 'GET', `${name}?list-type=2`)).toEqual(ok);
    expect(await s3(key, 'GET', `${other}?list-type=2`)).toEqual(denied);
    expect(await s3(key, 'PUT', `${name}/in/c`, '', { 'x-amz-copy-source': `/${name}/in/b` })).toEqual(denied);
    expect(await s3(key, 'PUT', `${name}/in/c`, '', { 'x-amz-copy-source': `/${name}/a` })).toEqual(ok);
    expect(await s3(key, 'PUT', `${name}/in/d`, 'x', { 'x-amz-acl': 'public-read' })).toEqual(denied);
  });

  test('conditions on address and tags count', async () => {
    const at = (block: string) => ({ IpAddress: { 'svc:SourceIp': block } });
    const here = await userWith([{ Action: 'storage:*', Condition: at('127.0.0.0/8') }]);
    expect(await s3(here, 'GET', `${name}/a`)).toEqual(ok);
    expect(await s3(here, 'DELETE', `${name}?cors`)).toEqual([204, '']);
    const elsewhere = await userWith([{ Action: 'storage:*', Condition: at('203.0.113.0/24') }]);
    expect(await s3(elsewhere, 'GET', `${name}/a`)).toEqual(denied);
    const tagged = (env: string) => [{ Action: 'storage:*', Condition: { StringEquals: { 'svc:Tag/env': env } } }];
    expect(await s3(await userWith(tagged('dev')), 'GET', `${name}/a`)).toEqual(ok);
    expect(await s3(await userWith(tagged('prod')), 'GET', `${name}/a`)).toEqual(denied);
    const mfa = await userWith([{ Action: 'storage:*', Condition: { Bool: { 'svc:MfaPresent': true } } }]);
    expect(await s3(mfa, 'GET', `${name}/a`)).toEqual(denied);
  });

  test('the key of another account gets nothing, however wide its policies are', async () => {
    const stranger = await userWith([{ Action: '*' }], await verified());
    for (const [, method, path, body] of operations.slice(2)) {
      expect((await s3(stranger, method, path.replace(':', name), body))[0]).toBe(403);
    }
    expect(await s3(admin, 'GET', `${name}/a`)).toEqual(ok);
  });

  test('a bucket policy lets a user of another account in who is named by SRN and allowed at home', async () => {
    const foreign = await verified();
    const allowed = await userWith([{ Action: 'storage:GetObject', Resource: `${bucketSrn(name)}/object/*` }], foreign);
    const twin = await userWith(everything, await verified());
    const user = `srn:iam::${foreign.account_id}:user/${allowed.username}`;
    const policy = (principal: string) =>
      JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { AWS: principal },
            Action: 's3:GetObject',
            Resource: `arn:aws:s3:::${name}/*`,
          },
        ],
      });
    expect(await s3(allowed, 'GET', `${name}/a`)).toEqual(denied);
    expect(await s3(allowed, 'PUT', `${name}?policy`, policy(user))).toEqual(denied);
    expect(await s3(admin, 'PUT', `${name}?policy`, policy(user))).toEqual([204, '']);
    expect(await s3(allowed, 'GET', `${name}/a`)).toEqual(ok);
    expect(await s3(twin, 'GET', `${name}/a`)).toEqual(denied);
    expect(await s3(admin, 'PUT', `${name}?policy`, policy(`${user}x`))).toEqual([204, '']);
    expect(await s3(allowed, 'GET', `${name}/a`)).toEqual(denied);
    expect(await s3(admin, 'DELETE', `${name}?policy`)).toEqual([204, '']);
  });
});
