import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as remove } from '#functions/auth/webhooks/delete.ts';
import { handler as webhooksSchedule } from '#functions/scheduled/webhooks.ts';
import { noAnswer } from '#lib/drivers/webhooks/delivery.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { invited, joined } from '#test/support/accounts/teams.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { comeDue, hook, shown, waiting } from './hooks.ts';

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

async function listening(answer?: (nth: number) => number | undefined) {
  const one = await receiver(answer);
  open.push(one);
  return one;
}

test('a failed one is tried again later, with the same body, until it succeeds', async () => {
  const { url, received } = await listening((nth) => (nth < 3 ? 500 : 204));
  const { id } = await hook(owner, url);
  await invited(owner, newEmail());
  const from = Date.now();
  await webhooksSchedule();
  await webhooksSchedule();
  expect(received).toHaveLength(1);
  const [first] = (await shown(owner, id)).deliveries;
  expect(first).toMatchObject({ attempt: 1, status: 'failed', response_status: 500, error: 'answered 500' });
  expect(Date.parse(first?.next_attempt_at ?? '') - from).toBeGreaterThan(58_000);
  for (let nth = 2; nth <= 3; nth++) {
    await comeDue(owner.account_id);
    await webhooksSchedule();
  }
  await webhooksSchedule();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  const { deliveries } = await shown(owner, id);
  expect(deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [3, 'succeeded'],
    [2, 'failed'],
    [1, 'failed'],
  ]);
  expect(await waiting(owner.account_id)).toEqual([]);
});

test('after the last attempt it is let go, and the webhook goes on', async () => {
  const { url, received } = await listening((nth) => (nth <= 8 ? 503 : 200));
  const { id } = await hook(owner, url);
  await invited(owner, newEmail());
  for (let nth = 1; nth <= 9; nth++) {
    await webhooksSchedule();
    await comeDue(owner.account_id);
  }
  expect(received).toHaveLength(8);
  expect(await waiting(owner.account_id)).toEqual([]);
  expect((await shown(owner, id)).deliveries[0]).toMatchObject({ attempt: 8, next_attempt_at: null });
  await invited(owner, newEmail());
  await webhooksSchedule();
  expect((await shown(owner, id)).deliveries[0]).toMatchObject({ attempt: 1, status: 'succeeded' });
  expect(await shown(owner, id)).toMatchObject({ status: 'active' });
});

test('who fails twenty times in a row is disabled and told no more', async () => {
  const { url, received } = await listening(() => 500);
  const { id } = await hook(owner, url);
  for (let i = 0; i < 18; i++) await invited(owner, newEmail());
  for (let nth = 1; nth <= 3; nth++) {
    await webhooksSchedule();
    await comeDue(owner.account_id);
  }
  expect(received).toHaveLength(20);
  const webhook = await shown(owner, id);
  expect(webhook.status).toBe('disabled');
  expect(webhook.status_reason).toBe('20 deliveries in a row failed; set its status to active once it answers');
  expect(webhook.deliveries).toHaveLength(20);
  await joined(owner);
  await webhooksSchedule();
  await comeDue(owner.account_id);
  await webhooksSchedule();
  expect(received).toHaveLength(20);
  expect(await waiting(owner.account_id)).toEqual([]);
});

test('a deleted webhook is told nothing of what was on its way', async () => {
  const { url, received } = await listening(() => 500);
  const { id } = await hook(owner, url);
  await invited(owner, newEmail());
  await webhooksSchedule();
  await call(remove, { bearer: owner.bearer, params: { id } });
  await comeDue(owner.account_id);
  await webhooksSchedule();
  expect(received).toHaveLength(1);
  expect(await waiting(owner.account_id)).toEqual([]);
  expect((await allItems()).filter(({ sk }) => sk.startsWith(id))).toEqual([]);
});

test('one that does not answer does not keep another from being told', async () => {
  const dead = await listening();
  await dead.close();
  const alive = await listening();
  const { id } = await hook(owner, dead.url);
  await hook(owner, alive.url);
  await invited(owner, newEmail());
  await webhooksSchedule();
  expect(alive.received).toHaveLength(1);
  const [failed] = (await shown(owner, id)).deliveries;
  expect(failed).toMatchObject({ status: 'failed', response_status: null, error: noAnswer });
});

test('a redirect is not followed', async () => {
  const { url, received } = await listening(() => 302);
  const { id } = await hook(owner, url);
  await invited(owner, newEmail());
  await webhooksSchedule();
  expect(received.map((one) => one.url)).toEqual(['/hook']);
  expect((await shown(owner, id)).deliveries[0]).toMatchObject({ status: 'failed', response_status: 302 });
});
