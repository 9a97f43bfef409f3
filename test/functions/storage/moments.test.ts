import { beforeAll, expect, test } from 'vitest';
import { handler as createKey } from '#functions/storage/access-keys/create.ts';
import { handler as accountUsage } from '#functions/storage/account/usage.ts';
import { handler as usage } from '#functions/storage/buckets/usage.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { type Caller, callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { newBucket, testObjects } from '#test/support/storage/objects.ts';

let root: Caller;
let name: string;
beforeAll(async () => {
  await testObjects();
  const owner = await signedUp();
  root = callerOf(owner);
  name = await newBucket(owner);
});

const none = 'is not an RFC 3339 date and time, such as 2026-11-21T04:10:00Z';
const strange = [
  'yesterday',
  '2026-11-21',
  '2026-11-21T04:10:00',
  '2026-99-99T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T23:59:60Z',
];

test.each(strange)('a period does not begin or end at %s', async (text) => {
  for (const query of [{ from: text }, { to: text }]) {
    const error = `${Object.keys(query)}: "${text}" ${none}`;
    expect(refusal(await root(accountUsage, { query }))).toEqual([400, 'validation_failed', error]);
    expect(refusal(await root(usage, { params: { name }, query }))).toEqual([400, 'validation_failed', error]);
  }
});

test.each(strange)('a key does not run out at %s', async (expires_at) => {
  const reply = await root(createKey, { params: { name }, body: { name: 'k', permission: 'read', expires_at } });
  expect(refusal(reply)).toEqual([400, 'validation_failed', `expires_at: "${expires_at}" ${none}`]);
});

test('a moment is read with its offset, and as whole seconds', async () => {
  const query = { from: '2026-11-21T05:30:00+05:30', to: '2026-11-20T22:00:00.5-04:00' };
  const period = { from: '2026-11-21T00:00:00Z', to: '2026-11-21T02:00:00Z' };
  expect(await expectStatus(200, root(accountUsage, { query }))).toMatchObject(period);
  const body = { name: 'k', permission: 'read', expires_at: '2099-01-01T05:30:00.999+05:30' };
  const key = await expectStatus(201, root(createKey, { params: { name }, body }));
  expect(key.expires_at).toBe('2099-01-01T00:00:00Z');
});

test('the last second that can be written ends a period, and a key; what lies after it does neither', async () => {
  const last = '9999-12-31T23:59:59Z';
  const { from, to } = await expectStatus(200, root(usage, { params: { name }, query: { to: last } }));
  expect([from, to]).toEqual(['9999-12-30T23:00:00Z', '9999-12-31T23:00:00Z']);
  const body = { name: 'k', permission: 'read', expires_at: last };
  expect((await expectStatus(201, root(createKey, { params: { name }, body }))).expires_at).toBe(last);
  const after = '9999-12-31T23:59:59-05:00';
  const error = `to: "${after}" lies outside the years 0000 to 9999`;
  expect(refusal(await root(accountUsage, { query: { to: after } }))).toEqual([400, 'validation_failed', error]);
});

test('the first moments that can be written end a period that begins no earlier', async () => {
  const first = '0000-01-01T00:00:00Z';
  const error = `from: "${first}" must be before to (${first})`;
  for (const reply of [
    root(accountUsage, { query: { to: first } }),
    root(usage, { params: { name }, query: { to: first } }),
  ])
    expect(refusal(await reply)).toEqual([400, 'validation_failed', error]);
  const early = await expectStatus(200, root(accountUsage, { query: { to: '0000-01-01T05:00:00Z' } }));
  expect([early.from, early.to]).toEqual([first, '0000-01-01T05:00:00Z']);
});
