import { beforeEach, expect, test } from 'vitest';
import { handler as removePolicy } from '#functions/storage/buckets/delete-policy.ts';
import { handler as putPolicy } from '#functions/storage/buckets/put-policy.ts';
import { handler as showPolicy } from '#functions/storage/buckets/show-policy.ts';
import {
  denied,
  everything,
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
 * Whoever has the key of a user who may do everything in storage sets a policy that denies everything to everybody, so
 * that the account's owner loses the bucket, or pays for its return.
 */

useVerified();

let name: string;
let thief: Credentials;
let keeper: Credentials;
beforeEach(async () => {
  name = await newBucket(owner);
  [thief, keeper] = [await userWith(everything), await userWith(everything)];
  expect(await s3(keeper, 'PUT', `${name}/a`, 'kept')).toEqual(ok);
});

const everywhere = () => [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`];
const far = '2126-01-01T00:00:00Z';

test.each<[string, () => object]>([
  ['to everybody', () => ({ Principal: '*' })],
  ['to the owner’s account', () => ({ Principal: { AWS: owner.account_id } })],
  ['to everybody but a stranger', () => ({ NotPrincipal: { AWS: '999999999999' } })],
  ['but over a connection that the endpoint has not', () => insecure],
  [
    'but from an address that nobody has',
    () => ({ Principal: '*', Condition: { NotIpAddress: { 'aws:SourceIp': '192.0.2.1/32' } } }),
  ],
  ['for a hundred years', () => ({ Principal: '*', Condition: { DateLessThan: { 'aws:CurrentTime': far } } })],
  [
    'and so what takes it back',
    () => ({ Principal: '*', Action: ['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy'] }),
  ],
  ['but what nobody asks for', () => ({ Principal: '*', Action: undefined, NotAction: 's3:GetBucketLogging' })],
])('a policy that denies everything %s', async (_, changes) => {
  const statement = { Effect: 'Deny', Action: 's3:*', Resource: everywhere(), ...changes() };
  const policy = { Version: '2012-10-17', Statement: [statement] };
  expect(await s3(thief, 'PUT', `${name}?policy`, JSON.stringify(policy))).toEqual([204, '']);
  expect(await s3(keeper, 'DELETE', `${name}?policy`)).toEqual(denied);
  const { policy: seen } = await expectStatus(200, root(showPolicy, { params: { name } }));
  expect(seen).toEqual(JSON.parse(JSON.stringify(policy)));
  const mild = { Statement: { Effect: 'Deny', Principal: '*', Action: 's3:DeleteBucket', Resource: everywhere()[0] } };
  await expectStatus(200, root(putPolicy, { params: { name }, body: { policy: mild } }));
  expect(await s3(keeper, 'GET', `${name}/a`)).toEqual(ok);
  await expectStatus(200, root(removePolicy, { params: { name } }));
  expect(await s3(keeper, 'GET', `${name}?policy`)).toEqual([404, 'NoSuchBucketPolicy']);
});

const insecure = { Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
