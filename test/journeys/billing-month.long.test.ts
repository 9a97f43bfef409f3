import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingSummary } from '#lib/model/billing/billing.ts';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import type { Transaction } from '#lib/model/billing/wallet.ts';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { textOf } from '#test/support/vitest/pdf.ts';

let platform: RunningPlatform;
let asha: Client;
beforeAll(async () => {
  const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01' };
  platform = await startPlatform({ env });
  asha = await Client.register(platform.baseUrl);
  await asha.verify();
});
afterAll(async () => {
  await platform?.stop();
});

const day = 86_400;
const hour = 3_600_000;
const patience = { timeout: 10_000, interval: 100 };
const dev = async (path: string, body?: object) =>
  demand(await ask(platform.baseUrl, `/dev${path}`, body && { method: 'POST', body }), 200).body;
const get = async (path: string) => demand(await asha.get(path), 200).body;
const mails = async (kind: string) =>
  (await dev(`/outbox?to=${encodeURIComponent(asha.email)}`)).messages.filter(
    (mail: { kind: string }) => mail.kind === kind,
  );
/** Days pass, and every session ends, so each user logs in again. */
const pass = async (days: number) => {
  await advance(platform.baseUrl, days * day);
  asha = await asha.again();
};
const statusOf = async (id: string) => (await get(`/compute/instances/${id}`)).status;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Every transaction with the debits, the newest first. */
const books = async (): Promise<Transaction[]> => {
  const found: Transaction[] = [];
  let cursor = '';
  do {
    const from = cursor && `&cursor=${cursor}`;
    const page = await get(`/auth/billing/transactions?include=debits&limit=200${from}`);
    found.push(...page.transactions);
    cursor = page.next_cursor;
  } while (cursor);
  return found;
};

/** Whatever tells of the money tells the same: summary, transactions, invoices; and the nights found no difference. */
async function agreed(): Promise<{ entries: Transaction[]; summary: BillingSummary; invoices: Invoice[] }> {
  const entries = await books();
  const summary: BillingSummary = await get('/auth/billing');
  const { invoices }: { invoices: Invoice[] } = await get('/auth/billing/invoices');
  const of = (type: Transaction['type']) =>
    sum(entries.filter((entry) => entry.type === type).map(({ amount_paise }) => amount_paise));
  const issued = (kind: Invoice['kind']) =>
    sum(invoices.filter((invoice) => invoice.kind === kind).map(({ taxable_paise }) => taxable_paise));
  const spent = -of('usage');
  expect(spent).toBeGreaterThan(0);
  expect(summary.balance_paise).toBe(sum(entries.map(({ amount_paise }) => amount_paise)));
  expect(summary.balance_paise).toBe(entries[0]?.balance_after_paise);
  expect(sum(summary.daily.map(({ spend_paise }) => spend_paise))).toBe(spent);
  expect(sum(summary.history.map(({ spend_paise }) => spend_paise))).toBe(spent);
  expect(sum(Object.values(summary.by_service))).toBe(summary.month_to_date_paise);
  expect(issued('invoice')).toBe(of('topup'));
  expect(issued('credit_note') + of('refund')).toBe(0);
  for (const [at, { amount_paise, balance_after_paise }] of entries.entries())
    expect((entries[at + 1]?.balance_after_paise ?? 0) + amount_paise).toBe(balance_after_paise);
  expect(platform.output()).not.toMatch(
    /"schedule":"reconcileSchedule"|scheduled task \w+ failed|TimeoutNegativeWarning/,
  );
  return { entries, summary, invoices };
}

/** A mandate that the customer has approved at the gateway. */
async function authorized(topup_amount_paise: number): Promise<void> {
  const mandate = { method: 'upi', threshold_paise: 0, topup_amount_paise, max_amount_paise: 2 * topup_amount_paise };
  demand(await asha.post('/auth/billing/autopay', mandate), 201);
  const { authorization } = demand(await asha.post('/auth/billing/autopay/setup'), 200).body;
  const approved = await dev(`/gateway/mandates/${authorization.gateway_token}/approve`, {});
  const proof = { gateway_payment_id: approved.gateway_payment_id, signature: approved.gateway_signature };
  demand(await asha.post('/auth/billing/autopay/activate', proof), 200);
}

/** The text of the PDF behind an invoice's link. */
async function opened(id: string): Promise<string> {
  const { document }: Invoice = await get(`/auth/billing/invoices/${id}`);
  const reply = await fetch(document?.url ?? '');
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return textOf(new Uint8Array(await reply.arrayBuffer()));
}

test('ten days of machines: credit, warning, automatic top-up, invoice, refund, an empty wallet, and what ends it', async () => {
  expect(await books()).toMatchObject([{ type: 'credit', amount_paise: 1_000_000 }]);
  await authorized(100_000);
  const wanted = { name: 'web', instance_type_id: 's1-xlarge', image_id: 'ubuntu-24.04' };
  const launched = [];
  for (let left = 5; left > 0; left -= 1)
    launched.push(demand(await asha.post('/compute/instances', wanted), 201).body);
  const { id } = launched[0];
  for (const one of launched) await expect.poll(() => statusOf(one.id), patience).toBe('running');

  // The warning comes 72 hours before the end, the debit a day later, and no other before the next month.
  await pass(8);
  demand(await asha.remove('/auth/billing/autopay'), 200);
  await pass(2);
  const { entries, invoices } = await agreed();
  const debits = entries.filter(({ type }) => type === 'usage');
  const spent = -sum(debits.map(({ amount_paise }) => amount_paise));
  const charged = Date.parse(debits[0]?.created_at ?? '') - Date.parse(launched[0].created_at);
  // 5 × ₹6,499 over 730 hours, charged up to the last full hour; booting took some seconds.
  expect(charged / hour).toBeGreaterThan(239);
  expect(Math.abs(spent - (5 * 649_900 * charged) / hour / 730)).toBeLessThan(5 * 6);
  expect(await mails('low_balance')).not.toEqual([]);
  expect(await mails('mandate_notice')).not.toEqual([]);
  const topups = entries.filter(({ type }) => type === 'topup');
  expect(topups).toMatchObject([{ amount_paise: 100_000 }]);
  const [invoice] = invoices as [Invoice];
  expect(invoice).toMatchObject({ id: topups[0]?.invoice_id, kind: 'invoice', total_paise: 118_000 });
  expect(await opened(invoice.id)).toContain(invoice.number);
  expect(await statusOf(id)).toBe('running');

  const order = await get(`/auth/billing/orders/${invoice.order_id}`);
  await dev(`/gateway/payments/${order.gateway_payment_id}/refund`, { webhooks: 3 });
  const refunded = await agreed();
  expect(refunded.entries[0]).toMatchObject({ type: 'refund', amount_paise: -100_000 });
  const note = refunded.invoices.find(({ kind }) => kind === 'credit_note');
  expect(note).toMatchObject({ credited_invoice_id: invoice.id, total_paise: 118_000 });
  expect(await opened(note?.id ?? '')).toContain(invoice.number);
  expect(refunded.summary.balance_paise).toBeLessThan(0);

  await pass(1 / 8);
  for (const one of launched) expect(await statusOf(one.id)).toBe('stopped');
  expect(await mails('account_stopped')).toHaveLength(1);
  expect((await asha.post(`/compute/instances/${id}/start`)).status).toBe(402);
  const topup = demand(await asha.post('/auth/billing/topup', { amount_paise: 1_000_000 }), 201).body;
  await dev(`/gateway/orders/${topup.gateway_order_id}/pay`, { webhooks: 2 });
  demand(await asha.post(`/compute/instances/${id}/start`), 200);
  await expect.poll(() => statusOf(id), patience).toBe('running');
  await pass(1);
  const end = await agreed();
  expect(end.entries.filter(({ type }) => type === 'topup')).toHaveLength(2);
  expect(end.summary).toMatchObject({ low_balance: false });
});
