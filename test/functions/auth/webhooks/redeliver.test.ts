import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as redeliver } from '#functions/auth/webhooks/redeliver.ts';
import { handler as sendTest } from '#functions/auth/webhooks/test.ts';
import { handler as update } from '#functions/auth/webhooks/update.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as showVpc } from '#functions/compute/vpcs/show.ts';
import { handler as webhooksSchedule } from '#functions/scheduled/webhooks.ts';
import { noAnswer } from '#lib/drivers/webhooks/delivery.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { iamBearer, invited } from '#test/support/accounts/teams.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { hook, shown, typesOf } from './hooks.ts';

let owner: SignedUp;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  process.env.SVC_MODE = 'local';
  await signedUp();
});
beforeEach(async () => {
  owner = await verified();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function listening() {
  const one = await receiver();
  open.push(one);
  return one;
}

test('a delivered event is sent again, with the same id and body, and the log shows it', async () => {
  const { url, received } = await listening();
  const { id } = await hook(owner, url, ['team.*']);
  await invited(owner, newEmail());
  await webhooksSchedule();
  const [first] = (await shown(owner, id)).deliveries;
  const again = await call(redeliver, { bearer: owner.bearer, params: { id, delivery_id: first?.id ?? '' } });
  expect(again).toMatchObject({ status: 200, body: { event_id: first?.event_id, status: 'succeeded', attempt: 1 } });
  expect(again.body.id).not.toBe(first?.id);
  expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body]);
  expect((await shown(owner, id)).deliveries.map((each) => each.id)).toEqual([again.body.id, first?.id]);
});

test('a test is an event of its own type', async () => {
  const { url, received } = await listening();
  const { id } = await hook(owner, url);
  const reply = await call(sendTest, { bearer: owner.bearer, params: { id } });
  expect(reply).toMatchObject({ status: 201, body: { event_type: 'webhook.test', status: 'succeeded' } });
  expect(typesOf(received)).toEqual(['webhook.test']);
});

test('a disabled webhook is sent nothing, until it is active again', async () => {
  const { url, received } = await listening();
  const { id } = await hook(owner, url);
  const set = (status: string) => call(update, { bearer: owner.bearer, params: { id }, body: { status } });
  expect((await set('disabled')).body.status).toBe('disabled');
  const refused = await call(sendTest, { bearer: owner.bearer, params: { id } });
  expect([refused.status, refused.headers['x-error-code'], refused.body.error]).toEqual([
    409,
    'wrong_state',
    `webhook ${id} is disabled; PATCH its status to active first`,
  ]);
  expect((await set('active')).body).toMatchObject({ status: 'active', status_reason: null });
  expect((await call(sendTest, { bearer: owner.bearer, params: { id } })).status).toBe(201);
  expect(received).toHaveLength(1);
});

test('an unknown delivery is 404, and so is another account’s webhook', async () => {
  const { url } = await listening();
  const { id } = await hook(owner, url);
  const delivery_id = newId('delivery', new Date());
  const unknown = await call(redeliver, { bearer: owner.bearer, params: { id, delivery_id } });
  expect([unknown.status, unknown.body.error]).toEqual([404, `delivery ${delivery_id} not found`]);
  const other = await verified();
  expect((await call(sendTest, { bearer: other.bearer, params: { id } })).status).toBe(404);
});

test('an address that is not public gets nothing, at whatever attempt', async () => {
  const { id } = await hook(owner, 'https://localhost:9/in');
  delete process.env.SVC_MODE;
  try {
    const tested = await call(sendTest, { bearer: owner.bearer, params: { id } });
    const again = await call(redeliver, { bearer: owner.bearer, params: { id, delivery_id: tested.body.id } });
    for (const { body } of [tested, again]) {
      expect(body).toMatchObject({
        status: 'failed',
        response_status: null,
        error: noAnswer,
      });
    }
  } finally {
    process.env.SVC_MODE = 'local';
  }
});

test('the data of an event is the resource as its GET shows it', async () => {
  const { url, received } = await listening();
  await hook(owner, url, ['vpc.*']);
  const { body: vpc } = await call(createVpc, { bearer: owner.bearer, body: { name: 'net-1', tags: { env: 'dev' } } });
  await webhooksSchedule();
  const [event] = received.map(({ body }) => JSON.parse(body));
  expect(event).toMatchObject({ type: 'vpc.created', account_id: owner.account_id });
  expect(event.data).toEqual((await call(showVpc, { bearer: owner.bearer, params: { id: vpc.id } })).body);
});

test('types whose data the caller may not read are refused, in a new webhook and in a change', async () => {
  const { bearer } = await iamBearer(owner.account_id, [{ Effect: 'Allow', Action: 'notifications:*', Resource: '*' }]);
  const { url } = await listening();
  const { id } = await hook({ bearer }, url, ['instance.*']);
  const wider = await call(update, { bearer, params: { id }, body: { event_types: ['team.*'] } });
  expect([wider.status, wider.headers['x-error-code']]).toEqual([403, 'access_denied']);
  expect(wider.body.error).toContain('team:ListMembers');
  const { event_types } = await hook({ bearer }, `${url}/more`);
  expect(event_types).toContain('instance.*');
  expect(event_types.filter((type) => /^(\*|team|iam|billing)/.test(type))).toEqual([]);
});
