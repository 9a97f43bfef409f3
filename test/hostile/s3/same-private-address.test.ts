import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as auditLogs } from '#functions/auth/audit-logs/list.ts';
import { writeSource } from '#lib/model/platform/source.ts';
import { denied, objects, ok, owner, root, userWith, useVerified } from '#test/functions/storage/account-support.ts';
import { type Credentials, send } from '#test/functions/storage/send.ts';
import { formRequest } from '#test/hostile/s3/support/forms.ts';
import { expectStatus, newName } from '#test/support/accounts/iam.ts';
import { insideAt, openInside, someMachine } from '#test/support/compute/inside.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { newBucket, newKey } from '#test/support/storage/objects.ts';

/* The attacker's machine has the private address of the victim's: their VPCs have the same block. */
useVerified();

const block = '10.20.0.0/20';
const victim = insideAt('10.20.0.2');
const vpc = victim.inside?.vpc_id ?? '';
const attacker = insideAt('10.20.0.2');
let from: Record<'victim' | 'attacker' | 'outside', { url: string; port: number }>;
let name: string;
const closing: (() => void)[] = [];

beforeAll(async () => {
  const [mine, theirs] = [await openInside(objects.accept, victim), await openInside(objects.accept, attacker)];
  closing.push(mine.close, theirs.close);
  const outside = { url: objects.url, port: Number(new URL(objects.url).port) };
  from = { victim: mine, attacker: theirs, outside };
  name = await newBucket(owner);
  const admin = await userWith([{ Action: 'storage:*' }]);
  expect(await send(admin, `${objects.url}/${name}/secret`, { method: 'PUT', body: 'the secret' })).toEqual(ok);
});
afterAll(() => {
  for (const close of closing) close();
});

/** Sets the bucket's policy, for everybody. */
async function policy(...statements: object[]): Promise<void> {
  const resources = [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`];
  const all = statements.map((more) => ({ Principal: '*', Action: 's3:*Object', Resource: resources, ...more }));
  const init = { method: 'PUT', body: JSON.stringify({ Statement: all }) };
  expect(await send(objects.platform, `${objects.url}/${name}?policy`, init)).toEqual([204, '']);
}

type Place = keyof typeof from;
const places: Place[] = ['victim', 'attacker', 'outside'];
const everywhere = async <T>(ask: (place: Place) => Promise<T>) =>
  Object.fromEntries(await Promise.all(places.map(async (place) => [place, await ask(place)])));
const anonymous = (headers: Record<string, string> = {}) =>
  everywhere(async (place) => (await fetch(`${from[place].url}/${name}/secret`, { headers })).status);
const signed = (key: Credentials, method = 'GET', path = `${name}/secret`) =>
  everywhere((place) => send(key, `${from[place].url}/${path}`, { method }));

const forged = Object.fromEntries(
  ['x-svc-source', 'x-svc-inside', 'aws-sourcevpc', 'x-amz-source-vpc', 'x-forwarded-for'].map((header) => [
    header,
    header === 'x-forwarded-for' ? '10.20.0.2' : writeSource(victim),
  ]),
);

test('a policy of a bucket that lets a private block in lets no machine in', async () => {
  await policy({ Effect: 'Allow', Condition: { IpAddress: { 'aws:SourceIp': [block] } } });
  expect(await anonymous()).toEqual({ victim: 403, attacker: 403, outside: 403 });
  await policy({ Effect: 'Allow', Condition: { IpAddress: { 'aws:SourceIp': '127.0.0.0/8' } } });
  expect(await anonymous()).toEqual({ victim: 403, attacker: 403, outside: 200 });
});

test('one that lets a VPC in lets in its machines alone, whatever others say', async () => {
  await policy({ Effect: 'Allow', Condition: { StringEquals: { 'aws:SourceVpc': vpc } } });
  for (const headers of [{}, forged]) {
    expect(await anonymous(headers)).toEqual({ victim: 200, attacker: 403, outside: 403 });
  }
});

test('a denial of all addresses but some holds for machines, and one of some does not', async () => {
  await policy({ Effect: 'Allow' }, { Effect: 'Deny', Condition: { NotIpAddress: { 'aws:SourceIp': block } } });
  expect(await anonymous()).toEqual({ victim: 403, attacker: 403, outside: 403 });
  await policy({ Effect: 'Allow' }, { Effect: 'Deny', Condition: { IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } } });
  expect(await anonymous()).toEqual({ victim: 200, attacker: 200, outside: 403 });
});

test('a presigned URL, and a form, are good in the VPC of the bucket’s policy', async () => {
  await policy({ Effect: 'Deny', Condition: { StringNotEquals: { 'aws:SourceVpc': vpc } } });
  const { access_key_id, secret_key } = await newKey(owner, name, { permission: 'readwrite' });
  const signer = new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_key,
    service: 's3',
    region: 'in-mum',
  });
  const links = await everywhere(async (place) => {
    const link = await signer.sign(`${from[place].url}/${name}/secret`, { aws: { signQuery: true } });
    return (await fetch(link)).status;
  });
  expect(links).toEqual({ victim: 200, attacker: 403, outside: 403 });
  const forms = await everywhere(async (place) => {
    const form = { key: 'in/a', keyId: access_key_id, secret: secret_key, bucket: name };
    return Number((await rawHttp(from[place].port, formRequest(`/${name}`, form), 10_000)).split(' ')[1]);
  });
  expect(forms).toEqual({ victim: 204, attacker: 403, outside: 403 });
});

test('a user’s key that is bound to a private block, or to a VPC, is of no use elsewhere', async () => {
  await policy({ Effect: 'Deny', Action: 's3:BypassGovernanceRetention' });
  const only = (condition: object) => userWith([{ Action: 'storage:*', Condition: condition as never }]);
  expect(await signed(await only({ IpAddress: { 'svc:SourceIp': block } }))).toEqual({
    ...{ victim: denied, attacker: denied, outside: denied },
  });
  expect(await signed(await only({ StringEquals: { 'svc:SourceVpc': vpc } }))).toEqual({
    ...{ victim: ok, attacker: denied, outside: denied },
  });
  expect(await signed(await only({ StringLike: { 'svc:SourceInstance': victim.inside?.instance_id } }))).toEqual({
    ...{ victim: ok, attacker: denied, outside: denied },
  });
});

test('what a user makes through S3 is decided and logged by the machine that asks', async () => {
  const condition = { StringEquals: { 'svc:SourceVpc': vpc } };
  const key = await userWith([{ Action: 'storage:*', Condition: condition }]);
  const made = newName('bucket');
  const stolen = await openInside(objects.accept, insideAt('10.20.0.2', someMachine({ account_id: owner.account_id })));
  closing.push(stolen.close);
  expect(await send(key, `${stolen.url}/${made}`, { method: 'PUT' })).toEqual(denied);
  expect(await send(key, `${from.victim.url}/${made}`, { method: 'PUT' })).toEqual(ok);
  const { audit_logs } = await expectStatus(200, root(auditLogs, { query: { service: 'storage' } }));
  expect(audit_logs[0]).toMatchObject({
    action: 'storage:CreateBucket',
    status: 201,
    source_ip: '10.20.0.2',
    source_instance: victim.inside?.instance_id,
  });
});
