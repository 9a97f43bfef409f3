import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { handler as measure } from '#functions/scheduled/storage.ts';
import { handler as usage } from '#functions/storage/account/usage.ts';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as list } from '#functions/storage/buckets/list.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import type { DocumentBucketStore } from '#lib/drivers/documents/store.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { send } from '#test/functions/storage/send.ts';
import { type Caller, callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { newBucket, newKey, standing, type TestObjects, testObjects } from '#test/support/storage/objects.ts';

/* The store's promise (lib/drivers/documents/store.ts), and that it is the platform's alone. */

const key = 'invoices/482910337451/inv-01kanx7m3v5q8w2c4d6f7g9h1j.pdf';
const pdf = Buffer.from('%PDF-1.7\n\u0000\u00ff', 'latin1');
let objects: TestObjects;
let owner: SignedUp;
let root: Caller;
let stores: DocumentBucketStore[];
let store: DocumentBucketStore;
beforeAll(async () => {
  objects = await testObjects();
  owner = await signedUp();
  root = callerOf(owner);
  const processes = await Promise.all(Array.from({ length: 5 }, anotherProcess));
  stores = await Promise.all(processes.map(({ ensureStore }) => ensureStore()));
  [store] = stores as [DocumentBucketStore];
  await store.put(key, pdf);
});
afterEach(() => void vi.useRealTimers());

/** The same code with a memory of its own. */
function anotherProcess() {
  vi.resetModules();
  return import('#lib/domain/storage/documents/ensure-store.ts');
}

const linked = async (of = key, seconds = 60) => (await store.link(of, 'SV-26-27-000001.pdf', seconds)).url;

test('a link gives the bytes under their name, to anybody, until its time is over', async () => {
  const asked = Math.floor(Date.now() / 1000) * 1000;
  const { url, expires_at } = await store.link(key, 'SV-26-27-000001.pdf', 604_800);
  const reply = await fetch(url);
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(pdf);
  expect(reply.headers.get('content-type')).toBe('application/pdf');
  expect(reply.headers.get('content-disposition')).toBe('inline; filename="SV-26-27-000001.pdf"');
  expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(asked + 604_800_000);
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 604_800_000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 62_000 });
  const past = await linked();
  vi.useRealTimers();
  expect((await fetch(past)).status).toBe(403);
});

test.each(['X-Amz-Expires', 'X-Amz-Date', 'response-content-disposition', 'X-Amz-Signature'])(
  'one whose %s was changed opens nothing',
  async (part) => {
    const url = new URL(await linked());
    url.searchParams.set(part, `${url.searchParams.get(part)}0`);
    expect(String((await fetch(url)).status)).toMatch(/^40[03]$/);
  },
);

test('one for another document opens nothing', async () => {
  const url = new URL(await linked());
  url.pathname = url.pathname.replace('1j.pdf', '2j.pdf');
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(await linked(key.replace('1j.pdf', '2j.pdf')))).status).toBe(404);
});

test('the same key again replaces the document', async () => {
  const again = key.replace('1j.pdf', '3j.pdf');
  for (const text of ['first', 'second']) await store.put(again, Buffer.from(text));
  expect(await (await fetch(await linked(again))).text()).toBe('second');
});

test('made by many at once, it is one bucket with one key', async () => {
  expect(new Set(stores.map(({ bucket }) => bucket))).toEqual(new Set([store.bucket]));
  expect((await (await anotherProcess()).ensureStore()).bucket).toBe(store.bucket);
  const keys = (await allItems()).filter(({ bucket, secret }) => bucket === store.bucket && secret);
  expect(keys.map(({ account_id, hidden }) => [account_id, hidden])).toEqual([['platform', true]]);
});

test('no account can have, see or open its bucket, nor pays for it', async () => {
  const name = store.bucket;
  expect(name).toMatch(/^documents-[0-9a-f]{24}$/);
  expect(refusal(await root(create, { body: { name } }))).toEqual([
    409,
    'already_exists',
    `name: bucket "${name}" is taken (bucket names are unique over all accounts)`,
  ]);
  expect((await root(show, { params: { name } })).status).toBe(404);
  expect((await expectStatus(200, root(list))).buckets).toEqual([]);
  const own = await newBucket(owner);
  const theirs = await newKey(owner, own);
  expect(await send(theirs, `${objects.url}/${name}/${key}`)).toEqual([403, 'AccessDenied']);
  expect(await send(theirs, `${objects.url}/${name}?list-type=2`)).toEqual([403, 'AccessDenied']);
  expect((await fetch(`${objects.url}/${name}/${key}`)).status).toBe(403);
  await measure();
  expect((await expectStatus(200, root(usage))).buckets.map(({ name }: { name: string }) => name)).toEqual([own]);
  const stored = (await allItems()).filter(({ pk, sk }) => /stored|METER/.test(`${pk} ${sk}`));
  expect(stored.filter((item) => JSON.stringify(item).includes(name))).toEqual([]);
  expect(await standing(objects.admin, [name])).toEqual([name]);
});
