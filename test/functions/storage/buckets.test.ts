import { describe, expect, test } from 'vitest';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as remove } from '#functions/storage/buckets/delete.ts';
import { handler as list } from '#functions/storage/buckets/list.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { handler as update } from '#functions/storage/buckets/update.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus, newName, refusal } from '#test/support/accounts/iam.ts';
import { metered } from '#test/support/billing/metering.ts';
import { newBucket, standing } from '#test/support/storage/objects.ts';
import { leftOf, objects, owner, root, useBuckets, used } from './support.ts';

useBuckets();

describe('a name is refused with the reason', () => {
  test.each([
    ['ab', 'must have 3 to 63 characters'],
    ['a'.repeat(64), 'must have 3 to 63 characters'],
    ['Photos', 'must be of a-z 0-9 . -'],
    ['my_photos', 'must be of a-z 0-9 . -'],
    ['-photos', 'must begin and end with a letter or digit'],
    ['photos.', 'must begin and end with a letter or digit'],
    ['my..photos', 'must not have two dots, or a dot and a hyphen, side by side'],
    ['my.-photos', 'must not have two dots, or a dot and a hyphen, side by side'],
    ['192.168.5.4', 'must not look like an IP address'],
    ['xn--photos', 'begins or ends with characters that S3 reserves'],
    ['photos-s3alias', 'begins or ends with characters that S3 reserves'],
  ])('%s', async (name, why) => {
    const reply = await root(create, { body: { name } });
    expect(refusal(reply)).toEqual([400, 'validation_failed', `name: ${JSON.stringify(name)} ${why}`]);
  });
});

test.each([
  [{ region: 'eu-1' }, 'region: "eu-1" is not one of in-mum'],
  [{ acl: 'public' }, 'acl: "public" is not one of private, public-read'],
  [{ versioning: 'suspended' }, 'versioning: "suspended" is not one of disabled, enabled'],
  [{ quota: { max_objects: 0 } }, 'quota.max_objects: 0 must be at least 1'],
  [{ quota: { max_bytes: 1 } }, 'unknown field "max_bytes" in quota'],
])('a setting is refused: %j', async (settings, error) => {
  const reply = await root(create, { body: { name: newName('bucket'), ...settings } });
  expect([reply.status, reply.body.error]).toEqual([400, error]);
});

test('a bucket is created, shown, listed, changed and deleted', async () => {
  const quota = { max_size_bytes: 1000, max_objects: null };
  const name = await newBucket(owner, { quota, tags: { env: 'dev' } });
  const shown = await expectStatus(200, root(show, { params: { name } }));
  expect(shown).toMatchObject({
    id: name,
    name,
    account_id: owner.account_id,
    region: 'in-mum',
    status: 'active',
    status_reason: null,
    allowed_actions: ['update', 'delete'],
    acl: 'private',
    versioning: 'disabled',
    s3_url: `${objects.url}/${name}`,
    quota,
    usage: { size_bytes: 0, objects: 0 },
    tags: { env: 'dev' },
  });
  expect((await expectStatus(200, root(list, { query: { prefix: name } }))).buckets).toEqual([
    { ...shown, usage: expect.objectContaining({ objects: 0 }) },
  ]);
  const changed = await expectStatus(
    200,
    root(update, { params: { name }, body: { versioning: 'enabled', acl: 'public-read', quota: null, tags: {} } }),
  );
  expect(changed).toMatchObject({ versioning: 'enabled', acl: 'public-read', quota: null, tags: {} });
  expect(await expectStatus(200, root(remove, { params: { name } }))).toEqual({ name, deleted: true });
  expect(refusal(await root(show, { params: { name } }))).toEqual([404, 'not_found', `bucket ${name} not found`]);
  expect(await standing(objects.admin, [name])).toEqual([]);
  await metered();
  // Its meter stands until the month is over: a name that is used again stays under the same cap.
  expect((await leftOf(name)).filter((key) => !key.includes('#audit'))).toEqual([
    expect.stringMatching(new RegExp(`^A#\\d{12}#wallet METER#bucket:${name}$`)),
  ]);
});

test('lists go by prefix, status and tag, page by page, and a cursor is good for its own list', async () => {
  const own = await signedUp();
  const mine = callerOf(own);
  const stem = newName('list');
  for (const end of ['a', 'b', 'c']) await newBucket(own, { name: `${stem}-${end}`, tags: { end } });
  const names = async (query: Record<string, string>) =>
    (await expectStatus(200, mine(list, { query }))).buckets.map(({ name }: { name: string }) => name.at(-1));
  expect(await names({ sort: 'name' })).toEqual(['a', 'b', 'c']);
  expect(await names({ sort: '-created_at' })).toEqual(['c', 'b', 'a']);
  expect(await names({ 'tag.end': 'b' })).toEqual(['b']);
  expect(await names({ status: 'deleting' })).toEqual([]);
  expect(await names({ prefix: `${stem}-c` })).toEqual(['c']);
  const first = await expectStatus(200, mine(list, { query: { limit: '2', sort: 'name', prefix: stem } }));
  const query = { limit: '2', sort: 'name', cursor: first.next_cursor };
  expect(await names({ ...query, prefix: stem })).toEqual(['c']);
  const other = await mine(list, { query: { ...query, prefix: `${stem}-` } });
  expect(refusal(other)).toEqual([400, 'invalid_cursor', 'cursor: not valid for this request']);
});

test('of creations of one name at once, over accounts, one is made; nothing is left of the others', async () => {
  const others = await Promise.all([signedUp(), signedUp(), signedUp()]);
  const name = newName('race');
  const callers = [owner, owner, ...others].map(callerOf);
  const replies = await Promise.all(callers.map((caller) => caller(create, { body: { name } })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  const winner = replies.find(({ status }) => status === 201)?.body.account_id;
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    expect(refusal(reply)).toEqual([
      409,
      'already_exists',
      expect.stringMatching(
        /^name: bucket "[^"]+" is (already yours|taken \(bucket names are unique over all accounts\))$/,
      ),
    ]);
  }
  for (const other of others) expect(await used(callerOf(other))).toBe(winner === other.account_id ? 1 : 0);
});

test('as many buckets as the quota allows, and no more', async () => {
  const own = callerOf(await signedUp());
  process.env.SVC_QUOTA_BUCKETS = '2';
  try {
    const made = await Promise.all([1, 2, 3].map(() => own(create, { body: { name: newName('many') } })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 403]);
    const refused = made.find(({ status }) => status === 403);
    expect(refused && refusal(refused)).toEqual([
      403,
      'quota_exceeded',
      '2 of 2 buckets used (see GET /compute/quotas)',
    ]);
  } finally {
    delete process.env.SVC_QUOTA_BUCKETS;
  }
});

test('an Idempotency-Key makes one bucket, and replays what was said', async () => {
  const request = { body: { name: newName('once') }, headers: { 'idempotency-key': newName('key') } };
  const first = await root(create, request);
  const again = await root(create, request);
  expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body]);
});
