import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as createTopup } from '#functions/auth/billing/create-topup.ts';
import { handler as listInvoices } from '#functions/auth/billing/list-invoices.ts';
import { handler as showInvoice } from '#functions/auth/billing/show-invoice.ts';
import { handler as showOrder } from '#functions/auth/billing/show-order.ts';
import { handler as updateTax } from '#functions/auth/billing/update-tax-profile.ts';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import { call } from '#lib/testing/functions/call.ts';
import { unverified } from '#lib/testing/functions/verified.ts';
import { invoicesOf, ordered, paid, payer, toppedUp } from '#test/support/billing/topups.ts';
import { asha, gateway, usePayer } from './support.ts';

usePayer();

describe('an order', () => {
  test('has GST on top, what a checkout needs, and half an hour', async () => {
    const order = await ordered(asha, 10_005);
    expect(order).toMatchObject({
      order_id: order.id,
      status: 'created',
      amount_paise: 10_005,
      tax_paise: 1_800,
      total_paise: 11_805,
      checkout: { key_id: gateway.keys.key_id, order_id: order.gateway_order_id, amount_paise: 11_805 },
      paid_at: null,
      invoice_id: null,
    });
    expect(Date.parse(order.expires_at) - Date.parse(order.created_at)).toBe(1_800_000);
    expect(gateway.desk.book.get(order.gateway_order_id)).toMatchObject({ amount: 11_805, receipt: order.id });
    const shown = await call(showOrder, { bearer: asha.bearer, params: { id: order.id } });
    expect(shown.body).toEqual(order);
  });

  test('is taxed by the place of supply', async () => {
    await call(updateTax, { bearer: asha.bearer, body: { gstin: '29AAGCB7383J1Z4' } });
    expect(await ordered(asha, 10_005)).toMatchObject({ tax_paise: 1_801 });
  });

  test('is made once under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const request = { bearer: asha.bearer, body: { amount_paise: 10_000 }, headers };
    const [first, second] = [await call(createTopup, request), await call(createTopup, request)];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  test.each([
    [9_999, 'amount_paise: 9999 must be at least 10000'],
    [50_000_001, 'amount_paise: 50000001 must be at most 50000000'],
    [10_000.5, 'amount_paise'],
  ])('is refused over %d paise', async (amount_paise, error) => {
    const { status, body } = await call(createTopup, { bearer: asha.bearer, body: { amount_paise } });
    expect(status).toBe(400);
    expect(body.error).toContain(error);
  });

  test('is refused until the address is verified', async () => {
    const { bearer } = await unverified();
    const reply = await call(createTopup, { bearer, body: { amount_paise: 10_000 } });
    expect(reply.status).toBe(403);
    expect(reply.headers['x-error-code']).toBe('email_not_verified');
  });

  test('whose reply was lost is found by its receipt; 503 where the gateway is silent', async () => {
    gateway.faults.lose_replies = 1;
    const order = await ordered(asha);
    expect(gateway.desk.book.list('order').filter(({ receipt }) => receipt === order.id)).toHaveLength(1);
    gateway.faults.refuse_calls = 2;
    const reply = await call(createTopup, { bearer: asha.bearer, body: { amount_paise: 10_000 } });
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('5');
    expect(reply.body.error).toBe('the payment gateway does not answer; try again later');
  });
});

describe('invoices', () => {
  test('of everybody are numbered in one series without a gap, however many are paid at once', async () => {
    await toppedUp(gateway, asha);
    const [{ number: before }] = (await invoicesOf(asha)) as [Invoice];
    const crowd = await Promise.all(Array.from({ length: 10 }, payer));
    const orders = await Promise.all(crowd.map((one) => ordered(one)));
    await Promise.all(orders.map((order) => paid(gateway, order, 1)));
    const late = () => Promise.all(crowd.map((one) => invoicesOf(one)));
    await expect.poll(async () => (await late()).flat().length, { timeout: 10_000 }).toBe(10);
    const numbers = (await late()).flat().map(({ number }) => Number(number.slice(-6)));
    const first = Number(before.slice(-6));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => first + 1 + i));
  });

  test('are found by period and financial year', async () => {
    const { invoice_id } = await toppedUp(gateway, asha);
    const { bearer } = asha;
    const reply = await call(showInvoice, { bearer, params: { id: invoice_id! } });
    expect(reply.status).toBe(200);
    const { financial_year, date, document } = reply.body;
    expect(document).toMatchObject({ content_type: 'application/pdf', url: expect.stringContaining('/documents-') });
    expect(await invoicesOf(asha, { financial_year, from: date, to: date })).toHaveLength(1);
    expect(await invoicesOf(asha, { financial_year: '20-21' })).toEqual([]);
    expect(await invoicesOf(asha, { to: '2020-01-01' })).toEqual([]);
    expect((await call(listInvoices, { bearer, query: { financial_year: '26-28' } })).status).toBe(400);
    const backwards = await call(listInvoices, { bearer, query: { from: '2026-11-22', to: '2026-11-21' } });
    expect([backwards.status, backwards.body.error]).toEqual([400, 'from: "2026-11-22" must not be after to']);
  });
});
