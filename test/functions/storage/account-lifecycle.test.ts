import { AwsClient } from 'aws4fetch';
import { expect, test } from 'vitest';
import { handler as showLifecycle } from '#functions/storage/buckets/show-lifecycle.ts';
import { handler as update } from '#functions/storage/buckets/update.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { everything, objects, ok, owner, root, s3, userWith, useVerified } from './account-support.ts';
import type { Credentials } from './send.ts';

/* The lifecycle rules of a bucket are one state, whether the API or S3 sets them (contract 4.10). */

useVerified();

/** The lifecycle rules that S3 shows, as a document, and those of the API. */
async function lifecycleOf({ access_key_id: accessKeyId, secret_key: secretAccessKey }: Credentials, name: string) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'in-mum', retries: 0 });
  const text = await (await client.fetch(`${objects.url}/${name}?lifecycle`)).text();
  const { rules } = await expectStatus(200, root(showLifecycle, { params: { name } }));
  return { shown: /<Rule>.*<\/Rule>/.exec(text)?.[0] ?? '', rules };
}

const rulesOf = (rules: string) => `<LifecycleConfiguration>${rules}</LifecycleConfiguration>`;
const ruleOf = (id: string, filter: string, actions: string) =>
  `<Rule><ID>${id}</ID>${filter}<Status>Enabled</Status>${actions}</Rule>`;
const three = '<Expiration><Days>3</Days></Expiration>';

test.each([
  ['a prefix', '<Prefix>tmp/</Prefix>', three, { prefix: 'tmp/', expire_days: 3 }],
  ['a filter', '<Filter><Prefix>tmp/</Prefix></Filter>', three, { prefix: 'tmp/', expire_days: 3 }],
  [
    'tags and sizes',
    '<Filter><And><Tag><Key>k</Key><Value>v</Value></Tag><ObjectSizeGreaterThan>1</ObjectSizeGreaterThan><ObjectSizeLessThan>9</ObjectSizeLessThan></And></Filter>',
    three,
    { prefix: '', tags: { k: 'v' }, larger_than: 1, smaller_than: 9, expire_days: 3 },
  ],
  [
    'a day',
    '<Prefix>a</Prefix>',
    '<Expiration><Date>2017-09-27T00:00:00.000Z</Date></Expiration>',
    { expire_on: '2017-09-27', expire_days: null },
  ],
  [
    'delete markers and kept versions',
    '<Filter><Prefix></Prefix></Filter>',
    '<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration><NoncurrentVersionExpiration><NoncurrentDays>2</NoncurrentDays><NewerNoncurrentVersions>5</NewerNoncurrentVersions></NoncurrentVersionExpiration>',
    { expire_markers: true, noncurrent_days: 2, keep_noncurrent: 5 },
  ],
])('a lifecycle rule by %s is one of the API, and S3 shows it as it was sent', async (_, filter, actions, rule) => {
  const key = await userWith(everything);
  const name = await newBucket(owner);
  const sent = ruleOf('r', filter, actions);
  expect(await s3(key, 'PUT', `${name}?lifecycle`, rulesOf(sent))).toEqual(ok);
  expect(await lifecycleOf(key, name)).toMatchObject({ shown: sent, rules: [{ id: 'r', ...rule }] });
  await expectStatus(200, root(update, { params: { name }, body: { tags: { env: 'dev' } } }));
  expect((await lifecycleOf(key, name)).shown).toBe(sent);
});

test('a rule that is sent again is shown in its new form, and one that the API refuses changes nothing', async () => {
  const key = await userWith(everything);
  const name = await newBucket(owner);
  const put = (...rules: string[]) => s3(key, 'PUT', `${name}?lifecycle`, rulesOf(rules.join('')));
  await put(ruleOf('r', '<Prefix>tmp/</Prefix>', three));
  const filtered = ruleOf('r', '<Filter><Prefix>tmp/</Prefix></Filter>', three);
  expect(await put(filtered)).toEqual(ok);
  expect((await lifecycleOf(key, name)).shown).toBe(filtered);
  const many = Array.from({ length: 101 }, (_, at) => ruleOf(`r${at}`, '<Prefix></Prefix>', three));
  expect(await put(...many)).toEqual([400, 'InvalidArgument']);
  expect((await lifecycleOf(key, name)).shown).toBe(filtered);
});
