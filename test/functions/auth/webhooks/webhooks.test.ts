import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as create } from '#functions/auth/webhooks/create.ts';
import { handler as remove } from '#functions/auth/webhooks/delete.ts';
import { handler as listDeliveries } from '#functions/auth/webhooks/deliveries.ts';
import { handler as list } from '#functions/auth/webhooks/list.ts';
import { handler as show } from '#functions/auth/webhooks/show.ts';
import { handler as update } from '#functions/auth/webhooks/update.ts';
import { handler as tableStream } from '#functions/scheduled/table-stream.ts';
import { handler as webhooksSchedule } from '#functions/scheduled/webhooks.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { readQuotas } from '#lib/store/platform/quotas.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { iamBearer, invited } from '#test/support/accounts/teams.ts';
import { streamEvent } from '#test/support/http/stream-event.ts';
import { comeDue, shown } from './hooks.ts';

let owner: SignedUp;
beforeAll(async () => {
  await verified();
});
beforeEach(async () => {
  delete process.env.SVC_MODE;
  owner = await verified();
});

const make = (body: object) => call(create, { bearer: owner.bearer, body });
const all = async (query = {}) => (await call(list, { bearer: owner.bearer, query })).body.webhooks;
const url = 'https://hooks.example.com/team';

test('a webhook is shown with its secret once, and listed without', async () => {
  const reply = await make({ url, event_types: ['team.member_joined'], description: 'for the chat' });
  expect(reply.status).toBe(201);
  const { secret, ...shown } = reply.body;
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(shown).toEqual({
    id: expect.stringMatching(/^whk-/),
    account_id: owner.account_id,
    url,
    description: 'for the chat',
    event_types: ['team.member_joined'],
    status: 'active',
    status_reason: null,
    allowed_actions: ['update', 'delete'],
    deliveries: [],
    created_at: expect.stringMatching(/Z$/),
    updated_at: shown.created_at,
  });
  expect(await all()).toEqual([shown]);
  expect(JSON.stringify(await allItems())).not.toContain(secret);
});

test('one is shown by its id, with its deliveries on a page of their own', async () => {
  const { secret: _, ...shown } = (await make({ url })).body;
  const { bearer } = owner;
  expect((await call(show, { bearer, params: { id: shown.id } })).body).toEqual(shown);
  expect((await call(listDeliveries, { bearer, params: { id: shown.id } })).body).toEqual({
    deliveries: [],
    next_cursor: '',
  });
});

test('in the cloud a name that nobody has is asked for again, by the schedule and by the stream', async () => {
  const { id } = (await make({ url: 'https://hooks.invalid/team' })).body;
  const changed = await call(update, {
    bearer: owner.bearer,
    params: { id },
    body: { url: 'https://hooks.invalid/b' },
  });
  expect(changed).toMatchObject({ status: 200, body: { url: 'https://hooks.invalid/b' } });
  await invited(owner, newEmail());
  await webhooksSchedule();
  expect((await shown(owner, id)).deliveries).toMatchObject([{ attempt: 1, status: 'failed', response_status: null }]);
  await comeDue(owner.account_id);
  await tableStream(streamEvent(['NEWS#any']));
  expect((await shown(owner, id)).deliveries).toMatchObject([{ attempt: 2, status: 'failed' }, { attempt: 1 }]);
});

test('without types it is told everything', async () => {
  expect((await make({ url })).body.event_types).toEqual(['*']);
});

test('a deleted one is gone, and gone once', async () => {
  const { id } = (await make({ url })).body;
  const other = await verified();
  expect((await call(remove, { bearer: other.bearer, params: { id } })).status).toBe(404);
  const gone = () => call(remove, { bearer: owner.bearer, params: { id } });
  expect(await gone()).toMatchObject({ status: 200, body: { id, deleted: true } });
  expect(await gone()).toMatchObject({ status: 404, body: { error: `webhook ${id} not found` } });
  expect(await all()).toEqual([]);
  const quota = (await readQuotas(owner.account_id)).find(({ name }) => name === 'webhooks');
  expect(quota).toEqual({ name: 'webhooks', limit: 10, used: 0 });
});

test('ten are the most', async () => {
  const replies = [];
  for (let i = 0; i < 11; i++) replies.push(await make({ url: `${url}/${i}` }));
  expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(201), 403]);
  expect(replies.at(-1)?.headers['x-error-code']).toBe('quota_exceeded');
  expect(await all({ sort: 'name' })).toHaveLength(10);
});

test('policies decide, webhook by webhook', async () => {
  const { id } = (await make({ url })).body;
  const kept = `srn:notifications::${owner.account_id}:webhook/${id}`;
  const { bearer } = await iamBearer(owner.account_id, [
    { Effect: 'Allow', Action: 'notifications:*', Resource: '*' },
    { Effect: 'Deny', Action: 'notifications:DeleteWebhook', Resource: kept },
  ]);
  const refused = await call(remove, { bearer, params: { id } });
  expect(refused.status).toBe(403);
  expect(refused.body.error).toContain(kept);
  const other = newId('webhook', new Date());
  expect((await call(remove, { bearer, params: { id: other } })).status).toBe(404);
});

const cloud = [
  'http://hooks.example.com/',
  'http://127.0.0.1:8080/',
  'http://localhost/',
  'https://127.0.0.1/',
  'https://10.1.2.3/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::a00:1]/',
  'https://0.0.0.0/',
  'https://user:password@hooks.example.com/',
  'https://hooks.example.com/#part',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'hooks.example.com',
  'https://hooks.example.com/\r\nx-more: 1',
  'https://hooks.example.com/\ta',
  '',
];
test.each(cloud)('in the cloud %j is no webhook', async (text) => {
  const reply = await make({ url: text });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatch(/^url: /);
  expect(reply.body.error).not.toContain('password@');
});

test.each(['http://127.0.0.1:8080/', 'http://localhost:9/x', 'http://[::1]:9/', 'https://127.0.0.1/', url])(
  'on a laptop %j is one',
  async (text) => {
    process.env.SVC_MODE = 'local';
    expect((await make({ url: text })).status).toBe(201);
  },
);

test.each([
  'http://10.1.2.3/',
  'https://10.1.2.3/',
  'https://0.0.0.0/',
  'http://hooks.example.com/',
  'http://localhost.example.com/',
])('but not %j', async (text) => {
  process.env.SVC_MODE = 'local';
  expect((await make({ url: text })).status).toBe(400);
});

test.each([
  { event_types: [] },
  { event_types: ['team.flown'] },
  { event_types: ['team.member_joined', 'team.member_joined'] },
  { url: `https://hooks.example.com/${'x'.repeat(2048)}` },
  { secret: 'mine' },
])('%j is refused', async (body) => {
  expect((await make({ url, ...body })).status).toBe(400);
});
