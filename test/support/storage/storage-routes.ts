import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as createKey } from '#functions/storage/access-keys/create.ts';
import { handler as rotateKey } from '#functions/storage/access-keys/rotate.ts';
import { handler as endpoints } from '#functions/storage/account/endpoints.ts';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as remove } from '#functions/storage/buckets/delete.ts';
import { handler as listObjects } from '#functions/storage/buckets/objects.ts';
import { handler as presign } from '#functions/storage/buckets/presign-url.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { handler as update } from '#functions/storage/buckets/update.ts';
import { handler as completeUpload } from '#functions/storage/multipart-uploads/complete.ts';
import { handler as createUpload } from '#functions/storage/multipart-uploads/create.ts';
import { handler as deleteUpload } from '#functions/storage/multipart-uploads/delete.ts';
import { handler as showUpload } from '#functions/storage/multipart-uploads/show.ts';
import { ensureStore } from '#lib/domain/storage/documents/ensure-store.ts';
import { objectEngine } from '#lib/drivers/objects/open.ts';
import { signedFetch } from '#lib/drivers/objects/signed-fetch.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { type Caller, callerOf, expectStatus, newName, refusal } from '#test/support/accounts/iam.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';

/** A cloud engine, which the environment names. */
export interface CloudStage {
  /** How many keys it has beside its owner's. */
  keys(): Promise<number>;
  /** False for an engine that takes any signature and does not check a key's rights. */
  guarded: boolean;
  close(): Promise<void>;
}

interface Key {
  access_key_id: string;
  secret_key: string;
}

/** Declares tests that the routes of storage and the documents of invoices work on a cloud engine as on a laptop. */
export function holdRoutes(open: () => Promise<CloudStage>): void {
  let stage: CloudStage;
  let owner: SignedUp;
  let root: Caller;
  let workflows: Workflows;
  let prefix: string;
  beforeAll(async () => {
    stage = await open();
    owner = await signedUp();
    root = callerOf(owner);
    workflows = await startWorkflows();
    prefix = objectEngine()?.bucketPrefix ?? '';
  });
  afterAll(async () => {
    await (workflows as Workflows | undefined)?.close();
    await (stage as CloudStage | undefined)?.close();
  });

  const newBucket = async (settings = {}): Promise<string> => {
    const body = { name: `${prefix}${newName('bucket')}`, ...settings };
    return (await expectStatus(201, root(create, { body }))).name;
  };
  const newKey = (name: string, body = {}): Promise<Key> =>
    expectStatus(201, root(createKey, { params: { name }, body: { name: 'app', permission: 'readwrite', ...body } }));
  /** Sends a client's own request. Answers its status and S3's code. */
  const send = async (key: Key, method: string, path: string, body?: string) => {
    const { url, region } = objectEngine()!.endpoint;
    const { access_key_id: accessKeyId, secret_key: secretKey } = key;
    const request = { method, path, ...(body !== undefined && { body }) };
    const reply = await signedFetch({ url, region, service: 's3', accessKeyId, secretKey }, request);
    return [reply.status, /<Code>(\w+)</.exec(reply.text)?.[1] ?? ''];
  };
  const statusOf = async (name: string) => {
    const { status, body } = await root(show, { params: { name } });
    return status === 404 ? 'gone' : body.status;
  };

  it('a bucket is made, filled by its key and by links, listed and shown', async () => {
    const name = await newBucket({ tags: { team: 'a' } });
    const key = await newKey(name);
    expect(await send(key, 'PUT', `/${name}/docs/a`, 'hello')).toEqual([200, '']);
    const put = await expectStatus(
      201,
      root(presign, { params: { name }, body: { operation: 'put', key: 'docs/b', content_type: 'text/plain' } }),
    );
    expect((await fetch(put.url, { method: 'PUT', headers: put.headers, body: 'link' })).status).toBe(200);
    const get = await expectStatus(201, root(presign, { params: { name }, body: { operation: 'get', key: 'docs/a' } }));
    expect(await (await fetch(get.url)).text()).toBe('hello');
    const { objects } = await expectStatus(200, root(listObjects, { params: { name } }));
    expect(objects.map((each: { key: string; size: number }) => [each.key, each.size])).toEqual([
      ['docs/a', 5],
      ['docs/b', 4],
    ]);
    const { s3_url } = await expectStatus(200, root(show, { params: { name } }));
    const {
      endpoints: [endpoint],
    } = await expectStatus(200, root(endpoints));
    expect(s3_url).toBe(`${endpoint.s3_url}/${name}`);
  });

  it('an object is uploaded in parts, which go on after an interruption', async () => {
    const name = await newBucket();
    const [parts, key] = [[Buffer.alloc(5 * 1024 ** 2, 'a'), Buffer.from('é')], 'docs/a b+ü.txt'];
    const body = { key, parts: 2, content_type: 'text/plain' };
    const { upload_id, urls } = await expectStatus(201, root(createUpload, { params: { name }, body }));
    const params = { name, upload_id };
    const show = () => expectStatus(200, root(showUpload, { params, query: { key } }));
    const sendPart = async (from: { part_number: number; url: string }[], number: number) => {
      const url = from.find(({ part_number }) => part_number === number)?.url ?? '';
      expect((await fetch(url, { method: 'PUT', body: parts[number - 1]! })).status).toBe(200);
    };
    await sendPart(urls, 2);
    const resumed = await show();
    expect([resumed.parts.length, resumed.urls.length]).toEqual([1, 1]);
    await sendPart(resumed.urls, 1);
    const whole = await show();
    expect(whole.parts.map(({ size }: { size: number }) => size)).toEqual([5 * 1024 ** 2, 2]);
    const named = whole.parts.map(({ size: _, ...part }: { size: number }) => part);
    const made = await expectStatus(200, root(completeUpload, { params, body: { key, parts: named } }));
    expect(made).toEqual({ key, etag: expect.stringMatching(/^[0-9a-f]{32}-2$/) });
    const { objects } = await expectStatus(200, root(listObjects, { params: { name } }));
    expect(objects).toMatchObject([{ key, etag: made.etag, size: 5 * 1024 ** 2 + 2 }]);
    const get = await expectStatus(201, root(presign, { params: { name }, body: { operation: 'get', key } }));
    const reply = await fetch(get.url);
    expect([reply.headers.get('content-type'), await reply.text()]).toEqual(['text/plain', parts.join('')]);
    expect(refusal(await root(showUpload, { params, query: { key } }))[0]).toBe(404);
    const left = await expectStatus(201, root(createUpload, { params: { name }, body }));
    const ended = { params: { name, upload_id: left.upload_id }, query: { key } };
    expect((await root(deleteUpload, ended)).status).toBe(200);
    expect((await root(deleteUpload, ended)).status).toBe(404);
  });

  it('no key outlives its bucket: it is good for no other of the same name', async () => {
    const before = await stage.keys();
    const name = await newBucket();
    const keys = [await newKey(name), await newKey(name)];
    const rotated = await expectStatus(
      201,
      root(rotateKey, { params: { name, access_key_id: keys[0]!.access_key_id }, body: { grace_seconds: 3600 } }),
    );
    expect(await stage.keys()).toBe(before + 4);
    await expectStatus(200, root(remove, { params: { name } }));
    expect(await stage.keys()).toBe(before);
    await expectStatus(201, root(create, { body: { name } }));
    if (!stage.guarded) return;
    for (const key of [...keys, rotated]) {
      expect(await send(key, 'PUT', `/${name}/a`, 'x')).toEqual([403, 'InvalidAccessKeyId']);
    }
  });

  it('by force a bucket is closed to its keys at once, emptied and gone', async () => {
    const before = await stage.keys();
    const name = await newBucket({ versioning: 'enabled' });
    const key = await newKey(name);
    for (const body of ['1', '2']) await send(key, 'PUT', `/${name}/a`, body);
    expect(refusal(await root(remove, { params: { name } }))[0]).toBe(409);
    await expectStatus(200, root(remove, { params: { name }, query: { force: 'true' } }));
    expect(await stage.keys()).toBe(before);
    await expect.poll(() => statusOf(name)).toBe('gone');
  });

  it('what it cannot do is refused, and what it is set to is changed', async () => {
    const name = await newBucket();
    await expectStatus(200, root(update, { params: { name }, body: { versioning: 'enabled' } }));
    const reply = await root(update, { params: { name }, body: { quota: { max_objects: 5 } } });
    const able = objectEngine()?.capabilities.quota;
    expect([reply.status, reply.body.error]).toEqual(
      able ? [200, undefined] : [409, 'quota: the object engine of this deployment does not support quota'],
    );
  });

  it('names begin as the deployment says', async () => {
    const reply = await root(create, { body: { name: `x${prefix}${newName('other')}` } });
    const must = `must begin with "${prefix}", like all bucket names of this deployment`;
    if (prefix === '') expect(reply.status).toBe(201);
    else expect(reply.body.error).toContain(must);
  });

  it('documents are kept in a bucket of the platform’s own, and linked to', async () => {
    const store = await ensureStore();
    expect(store.bucket.startsWith(prefix)).toBe(true);
    const key = 'invoices/482910337451/inv-01kanx7m3v5q8w2c4d6f7g9h1j.pdf';
    await store.put(key, Buffer.from('%PDF-'));
    const reply = await fetch((await store.link(key, 'SV-1.pdf', 60)).url);
    expect([reply.status, await reply.text()]).toEqual([200, '%PDF-']);
    if (!stage.guarded) return;
    expect(reply.headers.get('content-disposition')).toBe('inline; filename="SV-1.pdf"');
    const theirs = await newKey(await newBucket());
    expect(await send(theirs, 'GET', `/${store.bucket}/${key}`)).toEqual([403, 'AccessDenied']);
  });
}
