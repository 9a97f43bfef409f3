import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handler as create } from '#functions/auth/access-keys/create.ts';
import { handler as remove } from '#functions/auth/access-keys/delete.ts';
import { handler as list } from '#functions/auth/access-keys/list.ts';
import { handler as update } from '#functions/auth/access-keys/update.ts';
import { handler as exchange } from '#functions/auth/credentials/exchange.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as showUser } from '#functions/auth/iam-users/show.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { noteKeyUse } from '#lib/domain/identity/iam/access-keys/resource.ts';
import { getAccessKey } from '#lib/store/identity/access-keys.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems, auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newIamCaller, refusal } from '#test/support/accounts/iam.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

const params = { username: 'alice' };
let owner: SignedUp;
let root: Caller;
beforeEach(async () => {
  owner = await verified();
  root = callerOf(owner);
  await expectStatus(201, root(createUser, { body: params }));
});
afterEach(resetClock);

const swap = (key: object) => call(exchange, { body: key, ip: newIp() });

describe('a new key', () => {
  test('shows its secret here, and under its Idempotency-Key, and nowhere else', async () => {
    const request = { params, body: { description: 'ci' }, headers: { 'idempotency-key': 'k' } };
    const key = await expectStatus(201, root(create, request));
    expect(key).toEqual({
      id: key.access_key_id,
      access_key_id: expect.stringMatching(/^SVC[A-Z2-7]{17}$/),
      secret_key: expect.stringMatching(/^[0-9A-Za-z]{40}$/),
      account_id: owner.account_id,
      username: 'alice',
      description: 'ci',
      status: 'active',
      last_used_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const replay = await root(create, request);
    expect([replay.body, replay.headers['idempotent-replayed']]).toEqual([key, 'true']);
    const { access_keys, next_cursor } = await expectStatus(200, root(list, { params }));
    const { secret_key, ...shown } = key;
    expect({ access_keys, next_cursor }).toEqual({ access_keys: [shown], next_cursor: '' });
    expect(JSON.stringify([await allItems(), await auditOf(owner.account_id)])).not.toContain(secret_key);
    await expectStatus(200, swap({ access_key_id: key.access_key_id, secret_key }));
  });

  test('is one of two at most, however many are asked for at once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => root(create, { params })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403, 403]);
    const over = await root(create, { params });
    expect(refusal(over)).toEqual([403, 'quota_exceeded', '2 of 2 access keys of user alice used']);
    expect((await root(showUser, { params })).body.access_key_count).toBe(2);
  });

  test('of nobody is not made', async () => {
    const reply = await root(create, { params: { username: 'bob' } });
    expect(refusal(reply)).toEqual([404, 'not_found', 'user bob not found']);
    expect((await root(list, { params: { username: 'bob' } })).status).toBe(404);
  });
});

describe('a key', () => {
  test('that is inactive is refused from the next request on, and its tokens with it; active again, it gets others', async () => {
    const alice = await newIamCaller(owner);
    const path = { username: alice.username, id: alice.access_key_id };
    expect((await alice.call(me)).status).toBe(200);
    const off = await root(update, { params: path, body: { status: 'inactive' }, headers: { 'if-match': '"v1"' } });
    expect([off.status, off.body.status, off.headers.etag]).toEqual([200, 'inactive', '"v2"']);
    expect((await alice.call(me)).status).toBe(401);
    const { access_key_id, secret_key } = alice;
    expect((await swap({ access_key_id, secret_key })).status).toBe(401);
    await expectStatus(200, root(update, { params: path, body: { status: 'active' } }));
    expect((await alice.call(me)).status).toBe(401);
    const { access_token: bearer } = await expectStatus(200, swap({ access_key_id, secret_key }));
    expect((await call(me, { bearer })).status).toBe(200);
  });

  test('that is deleted is refused from the next request on, and makes room', async () => {
    const alice = await newIamCaller(owner);
    const path = { username: alice.username, id: alice.access_key_id };
    await expectStatus(201, root(create, { params: { username: path.username } }));
    expect(await expectStatus(200, root(remove, { params: path }))).toEqual({ access_key_id: path.id, deleted: true });
    expect((await alice.call(me)).status).toBe(401);
    expect(refusal(await root(remove, { params: path }))).toEqual([
      404,
      'not_found',
      `access key ${path.id} not found`,
    ]);
    await expectStatus(201, root(create, { params: { username: path.username } }));
  });

  test('is found under its own user of its own account alone', async () => {
    const { username, access_key_id: id } = await newIamCaller(owner);
    const other = await verified();
    await expectStatus(201, callerOf(other)(createUser, { body: { username } }));
    const tries: [Caller, string][] = [
      [root, 'alice'],
      [callerOf(other), username],
    ];
    for (const [caller, name] of tries) {
      const path = { username: name, id };
      expect((await caller(update, { params: path, body: { status: 'inactive' } })).status).toBe(404);
      expect((await caller(remove, { params: path })).status).toBe(404);
    }
    expect((await root(update, { params: { username, id: 'SVCnothing' }, body: {} })).status).toBe(404);
  });

  test('lists are in order of age, filtered by status, page by page', async () => {
    const first = await expectStatus(201, root(create, { params }));
    advanceClock(1);
    const second = await expectStatus(201, root(create, { params, body: { description: 'second' } }));
    const path = { ...params, id: first.access_key_id };
    await expectStatus(200, root(update, { params: path, body: { status: 'inactive' } }));
    const ids = async (query: Record<string, string>) => {
      const { access_keys, next_cursor } = await expectStatus(200, root(list, { params, query }));
      return [access_keys.map((key: { id: string }) => key.id), next_cursor];
    };
    expect(await ids({})).toEqual([[second.id, first.id], '']);
    expect(await ids({ status: 'inactive' })).toEqual([[first.id], '']);
    const [page, cursor] = await ids({ limit: '1' });
    expect(page).toEqual([second.id]);
    expect(await ids({ limit: '1', cursor })).toEqual([[first.id], '']);
  });
});

describe('the last use', () => {
  test('is noted at most once an hour', async () => {
    const { access_key_id } = await newIamCaller(owner);
    const key = (await getAccessKey(access_key_id))!;
    expect(key.last_used_at).not.toBeNull();
    const at = Date.parse(key.last_used_at!);
    const { calls } = await tableCalls(() => noteKeyUse(key, new Date(at + 3_599_000)));
    expect(calls).toEqual([]);
    await noteKeyUse(key, new Date(at + 3_600_000));
    const noted = new Date(at + 3_600_000).toISOString().replace('.000', '');
    expect((await getAccessKey(access_key_id))?.last_used_at).toBe(noted);
    // A request that read the key before that use has nothing to add.
    await noteKeyUse(key, new Date(at + 9_000_000));
    expect((await getAccessKey(access_key_id))?.last_used_at).toBe(noted);
  });
});
