import { beforeEach, expect, test } from 'vitest';
import { handler as create } from '#functions/auth/webhooks/create.ts';
import { handler as remove } from '#functions/auth/webhooks/delete.ts';
import { handler as redeliver } from '#functions/auth/webhooks/redeliver.ts';
import { handler as show } from '#functions/auth/webhooks/show.ts';
import { handler as testing } from '#functions/auth/webhooks/test.ts';
import { handler as update } from '#functions/auth/webhooks/update.ts';
import type { Handler } from '#lib/edge/route.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { update as change, transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';

/* The version of a webhook (contract 1.3): changes of clients raise it, attempts to deliver do not. */

let owner: SignedUp;
let id: string;
beforeEach(async () => {
  delete process.env.SVC_MODE;
  owner = await verified();
  // The discard port of this machine: a delivery fails at once, and is kept.
  const made = await call(create, { bearer: owner.bearer, body: { url: 'https://localhost:9/in' } });
  expect([made.status, made.headers.etag]).toEqual([201, '"v1"']);
  id = made.body.id;
});

const ask = (handler: Handler, match?: string, more: object = {}) =>
  call(handler, { bearer: owner.bearer, params: { id }, ...(match && { headers: { 'if-match': match } }), ...more });
const etag = async () => (await ask(show)).headers.etag;
const described = (description: string, match?: string) => ask(update, match, { body: { description } });
const stale = (current: string) => ({ error: `If-Match: "v9" is not the current version (${current})` });

test('a change raises it, and one with a stale If-Match is 412 and changes nothing', async () => {
  const changed = await described('first', '"v1"');
  expect([changed.status, changed.headers.etag, await etag()]).toEqual([200, '"v2"', '"v2"']);
  const late = await described('second', '"v1"');
  expect([late.status, late.body]).toEqual([412, { error: 'If-Match: "v1" is not the current version ("v2")' }]);
  expect((await ask(show)).body.description).toBe('first');
});

test('an attempt to deliver leaves it', async () => {
  const sent = await ask(testing, '"v1"');
  expect([sent.status, await etag()]).toEqual([201, '"v1"']);
  const params = { id, delivery_id: sent.body.id };
  expect((await call(redeliver, { bearer: owner.bearer, params, headers: { 'if-match': '"v9"' } })).body).toEqual(
    stale('"v1"'),
  );
  expect((await ask(testing, '"v9"')).body).toEqual(stale('"v1"'));
  expect((await ask(show)).body.deliveries).toHaveLength(1);
});

test('a deletion with a stale If-Match is 412, and with the present one deletes', async () => {
  expect((await ask(remove, '"v9"')).body).toEqual(stale('"v1"'));
  expect((await ask(remove, '"v9"', { query: { dry_run: 'true' } })).status).toBe(412);
  expect((await ask(show)).status).toBe(200);
  expect((await ask(remove, '"v1"')).body).toEqual({ id, deleted: true });
  expect((await ask(remove)).body).toEqual({ error: `webhook ${id} not found` });
});

test('a record of before has the version 1, is changed, and deleted', async () => {
  const key = keys.webhook(owner.account_id, id);
  await transact([change(key, { remove: ['version'] })]);
  expect(await get(key)).not.toHaveProperty('version');
  expect(await etag()).toBe('"v1"');
  expect((await described('new', '"v1"')).headers.etag).toBe('"v2"');
  expect(await get(key)).toMatchObject({ version: 2, description: 'new' });
  await transact([change(key, { remove: ['version'] })]);
  expect((await ask(remove, '"v1"')).status).toBe(200);
});

test('of two changes at a time with one ETag, one is made', async () => {
  const replies = await Promise.all([described('a', '"v1"'), described('b', '"v1"')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
});
