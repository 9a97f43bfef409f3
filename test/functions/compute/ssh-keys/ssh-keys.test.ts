import { beforeAll, expect, test } from 'vitest';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { handler as remove } from '#functions/compute/ssh-keys/delete.ts';
import { handler as create } from '#functions/compute/ssh-keys/import.ts';
import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { handler as show } from '#functions/compute/ssh-keys/show.ts';
import { handler as update } from '#functions/compute/ssh-keys/update.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { newKey } from './keygen.ts';

let me: SignedUp;
let mine: Client;
beforeAll(async () => {
  me = await signedUp();
  mine = clientOf(me);
});

const importKey = async (name: string, key = newKey()) =>
  (await mine(create, { body: { name, public_key: key.line } })).body;
const used = async () =>
  (await mine(quotas)).body.quotas.find(({ name }: { name: string }) => name === 'ssh_keys').used;

test('a key is imported, shown, listed, renamed and deleted', async () => {
  const key = newKey();
  const before = await used();
  const made = await mine(create, { body: { name: 'laptop', public_key: `${key.line}\n` } });
  expect(made.status).toBe(201);
  expect(made.headers.etag).toBe('"v1"');
  expect(made.body).toEqual({
    id: expect.stringMatching(/^key-[0-9a-z]{26}$/),
    account_id: me.account_id,
    name: 'laptop',
    public_key: key.line,
    fingerprint: key.fingerprint,
    type: 'ed25519',
    created_at: expect.stringMatching(/Z$/),
    tags: {},
    updated_at: made.body.created_at,
  });
  const { id } = made.body;
  expect(await used()).toBe(before + 1);
  expect(await mine(show, { params: { id } })).toMatchObject({
    status: 200,
    body: made.body,
    headers: { etag: '"v1"' },
  });
  expect((await mine(list, { query: { fingerprint: key.fingerprint } })).body).toEqual({
    ssh_keys: [made.body],
    next_cursor: '',
  });

  const renamed = await mine(update, { params: { id }, body: { name: 'desktop' } });
  expect(renamed).toMatchObject({
    status: 200,
    headers: { etag: '"v2"' },
    body: { name: 'desktop', public_key: key.line },
  });
  expect((await mine(list, { query: { name: 'desktop' } })).body.ssh_keys).toEqual([renamed.body]);
  expect((await mine(list, { query: { name: 'laptop' } })).body.ssh_keys).toEqual([]);

  const gone = await mine(remove, { params: { id } });
  expect(gone).toMatchObject({ status: 200, body: { id, deleted: true } });
  expect(await mine(show, { params: { id } })).toMatchObject({
    status: 404,
    body: { error: `ssh key ${id} not found` },
  });
  expect(await mine(remove, { params: { id } })).toMatchObject({ status: 404 });
  expect(await used()).toBe(before);
});

test('a name may be all that Unicode has to show, and keeps every character', async () => {
  const { id } = await importKey('मेरा लैपटॉप 💻, "A#1"');
  expect((await mine(show, { params: { id } })).body.name).toBe('मेरा लैपटॉप 💻, "A#1"');
});

test('an update of nothing changes nothing', async () => {
  const key = await importKey('steady');
  for (const body of [{}, { name: 'steady' }]) {
    expect(await mine(update, { params: { id: key.id }, body })).toMatchObject({
      status: 200,
      body: key,
      headers: { etag: '"v1"' },
    });
  }
});

test('If-Match keeps an update and a deletion from a version that is no longer there', async () => {
  const { id } = await importKey('versioned');
  await mine(update, { params: { id }, body: { name: 'versioned 2' } });
  const stale = { params: { id }, headers: { 'if-match': '"v1"' } };
  for (const reply of [await mine(update, { ...stale, body: { name: 'lost' } }), await mine(remove, stale)]) {
    expect(reply).toMatchObject({
      status: 412,
      headers: { 'x-error-code': 'precondition_failed' },
      body: { error: 'If-Match: "v1" is not the current version ("v2")' },
    });
  }
  expect((await mine(remove, { params: { id }, headers: { 'if-match': '"v2"' } })).status).toBe(200);
});

test('a repeated Idempotency-Key imports once and answers the same', async () => {
  const request = { body: { name: 'once', public_key: newKey().line }, headers: { 'idempotency-key': 'import-1' } };
  const first = await mine(create, request);
  const second = await mine(create, request);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(second).toMatchObject({
    status: 201,
    body: first.body,
    headers: { 'idempotent-replayed': 'true', etag: '"v1"' },
  });
});

test("another account's key is not there, and may have the same name and fingerprint", async () => {
  const key = newKey();
  const { id } = await importKey('shared', key);
  const other = clientOf(await signedUp());
  for (const handler of [show, update, remove]) {
    const body = handler === update ? { name: 'stolen' } : undefined;
    expect(await other(handler, { params: { id }, body })).toMatchObject({
      status: 404,
      headers: { 'x-error-code': 'not_found' },
      body: { error: `ssh key ${id} not found` },
    });
  }
  expect((await other(create, { body: { name: 'shared', public_key: key.line } })).status).toBe(201);
  expect((await mine(show, { params: { id } })).body.name).toBe('shared');
});

test('an id that no key can have is not found', async () => {
  for (const id of ['key-1', newId('vpc', new Date()), '../etc']) {
    expect((await mine(show, { params: { id } })).status).toBe(404);
  }
});

test('nobody gets in without a login', async () => {
  for (const handler of [list, create, show, update, remove]) {
    expect(await call(handler, { params: { id: newId('sshKey', new Date()) } })).toMatchObject({
      status: 401,
      headers: { 'x-error-code': 'missing_credentials' },
    });
  }
});
