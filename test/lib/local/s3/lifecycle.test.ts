import {
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lifecycleXml } from '#lib/drivers/objects/s3-xml.ts';
import { refusal, type TestEngine, testEngine } from './engine.ts';

const Bucket = 'rules';

let s3: TestEngine;
let client: S3Client;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-11-21T05:00:00Z');
  s3 = await testEngine({ clock: { now: () => now } });
  client = s3.client();
  await s3.engine.admin.createBucket({ name: Bucket, versioning: 'enabled' });
});
afterEach(() => s3.close());

const later = (days: number) => {
  now = new Date(Date.UTC(2026, 10, 21, 5) + days * 86_400_000);
};

async function setRules(...rules: (Omit<LifecycleRule, 'Status'> | Record<string, unknown>)[]): Promise<void> {
  const Rules = rules.map((rule) => ({ Status: 'Enabled', ...rule }) as LifecycleRule);
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
}

const put = async (key: string, body = 'x', headers: Record<string, string> = {}) =>
  (await s3.send(`/${Bucket}/${key}`, { method: 'PUT', body, headers })).headers.get('x-amz-version-id') ?? '';
const remove = (key: string) => s3.send(`/${Bucket}/${key}`, { method: 'DELETE' });

/** The keys that are left, in order; those of delete markers with `-`. */
async function left(): Promise<string[]> {
  const { text } = await s3.send(`/${Bucket}?versions`);
  const rows = [...text.matchAll(/<(Version|DeleteMarker)><Key>(.*?)<\/Key>/g)];
  return rows.map(([, kind, key]) => (kind === 'Version' ? `${key}` : `-${key}`));
}

it('takes the rules of the API as the driver of Amazon’s S3 writes them', async () => {
  const rules: Parameters<typeof lifecycleXml>[0] = [
    { id: 'days', enabled: true, prefix: 'a/', expireDays: 3, abortMultipartDays: 1 },
    { id: 'all', enabled: false, prefix: '', expireAt: Date.UTC(2027, 0, 1) },
    { id: 'markers', enabled: true, prefix: '', expireMarkers: true, noncurrentDays: 2, keepNoncurrent: 5 },
    { id: 'one', enabled: true, prefix: '', largerThan: 0, expireDays: 1 },
    { id: 'and', enabled: true, prefix: 'b&', tags: { k: 'v', l: '<' }, smallerThan: 9, noncurrentDays: 1 },
  ];
  const sent = await s3.send(`/${Bucket}?lifecycle`, { method: 'PUT', body: lifecycleXml(rules) });
  expect(sent.status).toBe(200);
  const shown = (await s3.send(`/${Bucket}?lifecycle`)).text;
  await s3.engine.admin.configureBucket(Bucket, { lifecycle: [] });
  expect((await s3.send(`/${Bucket}?lifecycle`)).code).toBe('NoSuchLifecycleConfiguration');
  await s3.engine.admin.configureBucket(Bucket, { lifecycle: [...rules] });
  expect((await s3.send(`/${Bucket}?lifecycle`)).text).toBe(shown);
});

it('returns rules in the form in which they were given, with an id', async () => {
  const rules = [
    { ID: 'first', Prefix: 'a/', Expiration: { Days: 31 } },
    { ID: 'date', Filter: { Prefix: 'b/' }, Expiration: { Date: new Date('2027-01-01T00:00:00Z') } },
    { ID: 'marker', Filter: { Prefix: '' }, Expiration: { ExpiredObjectDeleteMarker: true } },
    { ID: 'tag', Filter: { Tag: { Key: 'kind', Value: 'log' } }, Expiration: { Days: 1 } },
    { ID: 'size', Filter: { ObjectSizeGreaterThan: 10 }, Expiration: { Days: 1 } },
    {
      ID: 'and',
      Filter: { And: { Prefix: 'c/', Tags: [{ Key: 'a', Value: 'b' }], ObjectSizeLessThan: 5 } },
      NoncurrentVersionExpiration: { NoncurrentDays: 3, NewerNoncurrentVersions: 2 },
    },
    { ID: 'parts', Filter: { Prefix: 'd/' }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } },
  ].map((rule) => ({ ...rule, Status: 'Enabled' }));
  await setRules(...rules);
  expect((await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules).toEqual(rules);
  await setRules({ Prefix: 'a', Expiration: { Days: 1 } }, { Prefix: 'b', Expiration: { Days: 1 } });
  const { Rules } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
  expect(Rules?.map(({ ID, Prefix }) => [ID, Prefix])).toEqual([
    ['rule-1', 'a'],
    ['rule-2', 'b'],
  ]);
});

const days = { Expiration: { Days: 1 } };
it.each([
  ['a long id', { ID: 'a'.repeat(256), Prefix: '', ...days }, 'InvalidArgument'],
  ['a time of day', { Prefix: '', Expiration: { Date: new Date('2027-01-01T01:00:00Z') } }, 'InvalidArgument'],
  ['no action', { Prefix: '' }, 'InvalidRequest'],
  ['two expirations', { Prefix: '', Expiration: { Days: 1, ExpiredObjectDeleteMarker: true } }, 'MalformedXML'],
  ['a prefix and a filter', { Prefix: '', Filter: { Prefix: '' }, ...days }, 'MalformedXML'],
  ['two filters', { Filter: { Prefix: '', ObjectSizeLessThan: 1 }, ...days }, 'MalformedXML'],
  [
    'markers by tag',
    { Filter: { Tag: { Key: 'a', Value: 'b' } }, Expiration: { ExpiredObjectDeleteMarker: true } },
    'InvalidRequest',
  ],
  [
    'parts by size',
    { Filter: { ObjectSizeLessThan: 9 }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    'InvalidRequest',
  ],
  [
    'more versions than may be kept',
    { Prefix: '', NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 101 } },
    'InvalidArgument',
  ],
])('refuses a rule with %s', async (_, rule, name) => {
  // The client writes the first kind of filter of several only, so that the document is sent as it is.
  if (name === 'MalformedXML' && 'Filter' in rule && !('Prefix' in rule)) {
    const filter = '<Filter><Prefix/><ObjectSizeLessThan>1</ObjectSizeLessThan></Filter>';
    const body = `<LifecycleConfiguration><Rule><Status>Enabled</Status>${filter}<Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>`;
    expect(await s3.send(`/${Bucket}?lifecycle`, { method: 'PUT', body })).toMatchObject({ status: 400, code: name });
  } else expect(await refusal(setRules(rule))).toEqual({ name, status: 400 });
});

it('answers 501 to transitions, which need other storage classes', async () => {
  const transition = { Prefix: '', Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] };
  expect(await refusal(setRules(transition))).toEqual({ name: 'NotImplemented', status: 501 });
});

it('expires by tags and sizes only what has them', async () => {
  await setRules(
    { Filter: { And: { Prefix: 'log/', Tags: [{ Key: 'kind', Value: 'log' }], ObjectSizeGreaterThan: 2 } }, ...days },
    { Filter: { ObjectSizeLessThan: 1 }, ...days },
  );
  await put('log/tagged', 'long', { 'x-amz-tagging': 'kind=log' });
  await put('log/other', 'long', { 'x-amz-tagging': 'kind=text' });
  await put('log/short', 'x', { 'x-amz-tagging': 'kind=log' });
  await put('tagged', 'long', { 'x-amz-tagging': 'kind=log' });
  await put('empty', '');
  later(1);
  expect(await s3.engine.runLifecycles()).toBe(2);
  expect((await left()).filter((key) => key.startsWith('-'))).toEqual(['-empty', '-log/tagged']);
});

it('expires everything from a date on', async () => {
  await setRules({ Prefix: 'tmp/', Expiration: { Date: new Date('2026-11-23T00:00:00Z') } });
  await put('tmp/a');
  later(1.5);
  expect(await s3.engine.runLifecycles()).toBe(0);
  later(2);
  await put('tmp/new');
  expect(await s3.engine.runLifecycles()).toBe(2);
});

it('deletes delete markers that hide no version, and no others', async () => {
  await setRules({ Prefix: '', Expiration: { ExpiredObjectDeleteMarker: true } });
  const version = await put('lone');
  await remove('lone');
  await put('hides');
  await remove('hides');
  await s3.send(`/${Bucket}/lone?versionId=${version}`, { method: 'DELETE' });
  expect(await left()).toEqual(['-hides', 'hides', '-lone']);
  expect(await s3.engine.runLifecycles()).toBe(1);
  expect(await left()).toEqual(['-hides', 'hides']);
});

it('keeps the newest noncurrent versions, whatever their age', async () => {
  await setRules({ Prefix: '', NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 2 } });
  for (let n = 0; n < 5; n += 1) await put('a');
  for (let n = 0; n < 4; n += 1) await put('b');
  await remove('b');
  later(3);
  await s3.engine.runLifecycles();
  expect(await left()).toEqual(['a', 'a', 'a', '-b', 'b', 'b']);
});
