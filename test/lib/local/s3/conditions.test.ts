import { GetBucketPolicyStatusCommand, PutBucketAclCommand, PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decide } from '#lib/local/s3/auth/bucket-policy.ts';
import { asker, userKey } from './accounts.ts';
import { refusal, type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
const Bucket = 'box';
const soon = new Date(Date.now() + 3_600_000).toISOString();

beforeAll(async () => {
  s3 = await testEngine();
  await s3.engine.admin.createBucket({ name: Bucket });
  s3.keys.set('ANN', userKey('ann'));
  await s3.send('/box/key', { method: 'PUT', body: 'x', headers: { 'x-amz-tagging': 'class=open&n=1' } });
  await s3.send('/box/shut/key', { method: 'PUT', body: 'x' });
});
afterAll(() => s3.close());

const ask = asker(() => s3);
type Statement = Record<string, unknown>;
const statement = (more: Statement): Statement => ({
  Effect: 'Allow',
  Principal: '*',
  Action: 's3:*',
  Resource: ['arn:aws:s3:::box', 'arn:aws:s3:::box/*'],
  ...more,
});
const put = (...statements: Statement[]) =>
  s3
    .client()
    .send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Statement: statements.map(statement) }) }));
const copied = (more = {}) => ({ body: null, headers: { 'x-amz-copy-source': 'box/key', ...more } });

/** A condition, and a request that meets it and one that does not. */
it.each<[string, Statement, Parameters<typeof ask>, Parameters<typeof ask>]>([
  [
    'StringEquals of a prefix',
    { StringEquals: { 's3:prefix': ['a/', 'b/'] } },
    [undefined, 'GET', '/box?list-type=2&prefix=b/'],
    [undefined, 'GET', '/box?list-type=2&prefix=c/'],
  ],
  [
    'StringNotEquals',
    { StringNotEquals: { 's3:prefix': ['a/', 'b/'] } },
    [undefined, 'GET', '/box?list-type=2'],
    [undefined, 'GET', '/box?list-type=2&prefix=b/'],
  ],
  [
    'StringEqualsIgnoreCase',
    { StringEqualsIgnoreCase: { 's3:delimiter': 'X' } },
    [undefined, 'GET', '/box?delimiter=x'],
    [undefined, 'GET', '/box?delimiter=y'],
  ],
  [
    'StringLike of a referer',
    { StringLike: { 'aws:Referer': 'http://a.example/*' } },
    [undefined, 'GET', '/box/key', { headers: { referer: 'http://a.example/b' } }],
    [undefined, 'GET', '/box/key', { headers: { referer: 'http://b.example/' } }],
  ],
  [
    'StringLike, where the key is missing',
    { StringLikeIfExists: { 'aws:Referer': 'http://a.example/*' } },
    [undefined, 'GET', '/box/key'],
    [undefined, 'GET', '/box/key', { headers: { referer: 'http://b.example/' } }],
  ],
  [
    'Null',
    { Null: { 'aws:Referer': true } },
    [undefined, 'GET', '/box/key'],
    [undefined, 'GET', '/box/key', { headers: { referer: 'http://b.example/' } }],
  ],
  [
    'NumericLessThanEquals',
    { NumericLessThanEquals: { 's3:max-keys': 10 } },
    [undefined, 'GET', '/box?max-keys=10'],
    [undefined, 'GET', '/box?max-keys=11'],
  ],
  [
    'two operators, of which both must hold',
    { StringEquals: { 's3:prefix': '' }, NumericGreaterThan: { 's3:max-keys': '1' } },
    [undefined, 'GET', '/box?prefix=&max-keys=2'],
    [undefined, 'GET', '/box?prefix=&max-keys=1'],
  ],
  [
    'a tag of the object',
    { StringEquals: { 's3:ExistingObjectTag/class': 'open' } },
    [undefined, 'GET', '/box/key'],
    [undefined, 'GET', '/box/shut/key'],
  ],
  [
    'a tag of the request, in a header',
    { StringEquals: { 's3:RequestObjectTag/class': 'open' } },
    [undefined, 'PUT', '/box/new', { headers: { 'x-amz-tagging': 'class=open' } }],
    [undefined, 'PUT', '/box/new', { headers: { 'x-amz-tagging': 'class=shut' } }],
  ],
  [
    'a tag of the request, in a document',
    { StringEquals: { 's3:RequestObjectTag/class': 'open' } },
    [undefined, 'PUT', '/box/new?tagging', { body: tagging('class', 'open') }],
    [undefined, 'PUT', '/box/new?tagging', { body: tagging('class', 'shut') }],
  ],
  [
    'the keys of all tags of the request',
    { 'ForAllValues:StringLike': { 's3:RequestObjectTagKeys': 'a*' } },
    [undefined, 'PUT', '/box/new', { headers: { 'x-amz-tagging': 'a=1&ab=2' } }],
    [undefined, 'PUT', '/box/new', { headers: { 'x-amz-tagging': 'a=1&b=2' } }],
  ],
  [
    'the key of one tag of the request',
    { 'ForAnyValue:StringEquals': { 's3:RequestObjectTagKeys': 'a' } },
    [undefined, 'PUT', '/box/new', { headers: { 'x-amz-tagging': 'a=1&b=2' } }],
    [undefined, 'PUT', '/box/new', { headers: { 'x-amz-tagging': 'b=2' } }],
  ],
  [
    'an ACL',
    { StringEquals: { 's3:x-amz-acl': 'public-read' } },
    ['ANN', 'PUT', '/box/new', { headers: { 'x-amz-acl': 'public-read' } }],
    ['ANN', 'PUT', '/box/new'],
  ],
  [
    'the form of the signature',
    { StringEquals: { 's3:authType': 'REST-HEADER' } },
    ['ANN', 'GET', '/box/key'],
    [undefined, 'GET', '/box/key'],
  ],
  [
    'the account',
    { StringEquals: { 'aws:PrincipalAccount': '100000000001' } },
    ['ANN', 'GET', '/box/key'],
    [undefined, 'GET', '/box/key'],
  ],
])('allows by %s', async (_, Condition, meets, fails) => {
  await put({ Condition });
  expect((await ask(...meets)).status).toBe(200);
  expect(await ask(...fails)).toMatchObject({ status: 403, code: 'AccessDenied' });
});

function tagging(key: string, value: string): string {
  return `<Tagging><TagSet><Tag><Key>${key}</Key><Value>${value}</Value></Tag></TagSet></Tagging>`;
}

it.each<[string, Statement, number]>([
  ['the address of the client', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8', '127.0.0.0/8'] } }, 200],
  ['another address', { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }, 403],
  ['all addresses but one', { NotIpAddress: { 'aws:SourceIp': '10.0.0.1' } }, 200],
  ['all addresses but the client’s', { NotIpAddress: { 'aws:SourceIp': '127.0.0.1/32' } }, 403],
  ['a VPC, which a client outside has not', { StringLike: { 'aws:SourceVpc': '*' } }, 403],
  ['all VPCs but one', { StringNotEquals: { 'aws:SourceVpc': 'vpc-a' } }, 200],
  ['TLS, which is not there', { Bool: { 'aws:SecureTransport': 'true' } }, 403],
  ['no TLS', { Bool: { 'aws:SecureTransport': false } }, 200],
  ['a time until then', { DateLessThan: { 'aws:CurrentTime': soon } }, 200],
  ['a time from then', { DateGreaterThan: { 'aws:CurrentTime': soon } }, 403],
  ['a time in seconds', { DateGreaterThan: { 'aws:EpochTime': 1_700_000_000 } }, 200],
])('allows by %s', async (_, Condition, status) => {
  await put({ Condition });
  expect((await ask(undefined, 'GET', '/box/key')).status).toBe(status);
});

it('decides copies by their source and directive, however the source is encoded', async () => {
  const Condition = { StringLike: { 's3:x-amz-copy-source': 'box/shut/*' } };
  await put({}, { Effect: 'Deny', Condition });
  const copy = async (source: string) =>
    (await ask('ANN', 'PUT', '/box/copy', copied({ 'x-amz-copy-source': source }))).status;
  expect([await copy('box/key'), await copy('box/shut/key'), await copy('/box/%73hut/key')]).toEqual([200, 403, 403]);
  await put(
    { Action: 's3:GetObject' },
    { Action: 's3:PutObject', Condition: { StringEquals: { 's3:x-amz-metadata-directive': 'REPLACE' } } },
  );
  expect((await ask('ANN', 'PUT', '/box/copy', copied())).status).toBe(403);
  expect((await ask('ANN', 'PUT', '/box/copy', copied({ 'x-amz-metadata-directive': 'REPLACE' }))).status).toBe(200);
});

it('reads NotAction and NotResource as what they do not name', async () => {
  await put({ Action: undefined, NotAction: 's3:Put*' });
  expect([(await ask(undefined, 'GET', '/box/key')).status, (await ask(undefined, 'PUT', '/box/key')).status]).toEqual([
    200, 403,
  ]);
  await put({ Resource: undefined, NotResource: 'arn:aws:s3:::box/shut/*' });
  expect((await ask(undefined, 'GET', '/box/key')).status).toBe(200);
  expect((await ask(undefined, 'GET', '/box/shut/key')).status).toBe(403);
});

it.each<[string, Statement]>([
  ['an unknown operator', { Condition: { StringMatches: { 's3:prefix': 'a' } } }],
  ['an unknown key', { Condition: { StringEquals: { 's3:colour': 'red' } } }],
  ['an operator that does not fit its key', { Condition: { IpAddress: { 'aws:Referer': '10.0.0.1' } } }],
  ['an address that is none', { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.256' } } }],
  ['a VPC as an address', { Condition: { IpAddress: { 'aws:SourceVpc': '10.0.0.0/8' } } }],
  ['a number that is none', { Condition: { NumericEquals: { 's3:max-keys': 'ten' } } }],
  ['a time that is none', { Condition: { DateEquals: { 'aws:CurrentTime': 'today' } } }],
  ['a truth that is none', { Condition: { Bool: { 'aws:SecureTransport': 'yes' } } }],
  ['Null that may be missing', { Condition: { NullIfExists: { 's3:prefix': 'true' } } }],
  ['no value', { Condition: { StringEquals: { 's3:prefix': [] } } }],
  ['an object for a value', { Condition: { StringEquals: { 's3:prefix': {} } } }],
  ['a variable', { Condition: { StringEquals: { 's3:prefix': '${aws:username}' } } }],
  ['a list of conditions', { Condition: [] }],
  ['an action in both forms', { NotAction: 's3:*' }],
  ['no resource', { Resource: undefined }],
  ['a principal with a star in it', { Principal: { AWS: 'AKIA*' } }],
  ['a principal of another kind', { Principal: { AWS: '*', Service: 'x' } }],
])('refuses a policy with %s', async (_, more) => {
  expect(await refusal(put(more))).toEqual({ name: 'MalformedPolicy', status: 400 });
});

it.each<[string, Statement, boolean]>([
  ['everyone', {}, true],
  ['an account', { Principal: { AWS: '100000000001' } }, false],
  ['few addresses', { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }, false],
  ['most addresses', { Condition: { IpAddress: { 'aws:SourceIp': '0.0.0.0/1' } } }, true],
  ['few addresses, if there are any', { Condition: { IpAddressIfExists: { 'aws:SourceIp': '10.0.0.0/8' } } }, true],
  ['few addresses, or none', { Condition: { 'ForAllValues:IpAddress': { 'aws:SourceIp': '10.0.0.0/8' } } }, true],
  ['a VPC', { Condition: { StringEquals: { 'aws:SourceVpc': ['vpc-a', 'vpc-b'] } } }, false],
  ['a VPC that is no pattern', { Condition: { StringLike: { 'aws:SourceVpc': 'vpc-a' } } }, false],
  ['every VPC', { Condition: { StringLike: { 'aws:SourceVpc': 'vpc-*' } } }, true],
  ['a VPC, if there is one', { Condition: { StringEqualsIfExists: { 'aws:SourceVpc': 'vpc-a' } } }, true],
  ['all but a VPC', { Condition: { StringNotEquals: { 'aws:SourceVpc': 'vpc-a' } } }, true],
  ['a referer', { Condition: { StringLike: { 'aws:Referer': 'http://a.example/*' } } }, true],
  ['nobody, by a denial', { Effect: 'Deny' }, false],
])('says whether a policy for %s is public', async (_, more, isPublic) => {
  await put(more);
  const { PolicyStatus } = await s3.client().send(new GetBucketPolicyStatusCommand({ Bucket }));
  expect(PolicyStatus).toEqual({ IsPublic: isPublic });
});

it('says that a bucket without a policy is public by its ACL', async () => {
  await s3.engine.admin.createBucket({ name: 'bare' });
  const status = () => s3.client().send(new GetBucketPolicyStatusCommand({ Bucket: 'bare' }));
  expect((await status()).PolicyStatus).toEqual({ IsPublic: false });
  await s3.client().send(new PutBucketAclCommand({ Bucket: 'bare', ACL: 'authenticated-read' }));
  expect((await status()).PolicyStatus).toEqual({ IsPublic: true });
});

it('decides by a policy that was stored before there were conditions', () => {
  const stored = { effect: 'Allow' as const, principals: ['KEY'], actions: ['s3:GetObject'], resources: ['box/*'] };
  const question = { action: 'GetObject', resource: 'box/a', facts: () => undefined };
  const policy = { text: '', statements: [stored] };
  expect([decide(policy, { ...question, names: ['KEY'] }), decide(policy, { ...question, names: [] })]).toEqual([
    'allow',
    'silent',
  ]);
});
