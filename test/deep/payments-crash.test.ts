import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* SIGKILL between the gateway's book and ours, at moments from before the payment to after its webhook was taken. */

let dataDir: string;
let platform: RunningPlatform;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-payments-'));
});
afterAll(async () => {
  await platform?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async () => {
  platform = await startPlatform({ dataDir, env: { SVC_COMPUTE: 'simulated' } });
};
const dev = (path: string, body?: object) =>
  ask(platform.baseUrl, `/dev${path}`, { ...(body && { method: 'POST', body }), once: true });

async function payer(): Promise<Client> {
  const client = await Client.register(platform.baseUrl);
  const path = `/outbox?to=${encodeURIComponent(client.email)}`;
  const mail = await eventually(async () => demand(await dev(path), 200).body.messages[0]);
  demand(await client.post('/auth/verify-email', { code: mail.code }), 200);
  return client;
}

test.each([0, 5, 20, 60, 150, 400])('a kill %d ms into a payment loses no money and makes none', async (ms) => {
  await start();
  const client = await payer();
  const order = demand(await client.post('/auth/billing/topup', { amount_paise: 100_000 }), 201).body;
  const paying = dev(`/gateway/orders/${order.gateway_order_id}/pay`, { webhooks: 2 }).catch(() => undefined);
  await wait(ms);
  await platform.kill();
  await paying;
  await start();
  await advance(platform.baseUrl, 31 * 60);
  const again = await client.again(platform.baseUrl);
  const shown = demand(await again.get(`/auth/billing/orders/${order.id}`), 200).body;
  const atGateway = demand(await dev(`/gateway/orders/${order.gateway_order_id}`), 200).body;
  const { transactions } = demand(await again.get('/auth/billing/transactions?type=topup'), 200).body;
  const { invoices } = demand(await again.get('/auth/billing/invoices'), 200).body;
  const isPaid = atGateway.status === 'paid';
  expect(shown.status).toBe(isPaid ? 'paid' : 'expired');
  expect(transactions).toHaveLength(isPaid ? 1 : 0);
  expect(invoices).toHaveLength(isPaid ? 1 : 0);
  await platform.stop();
});
