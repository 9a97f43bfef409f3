import type { Browser } from 'puppeteer-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#lib/model/billing/order.ts';
import { CheckoutPage } from '#test/support/billing/checkout.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedBrowser, sharedPlatform } from '#test/support/shared/lasting.ts';

const wanted = { method: 'upi', threshold_paise: 20_000, topup_amount_paise: 100_000, max_amount_paise: 1_500_000 };

describe.skipIf(!hasBrowser('the checkout page'))('the checkout page in a browser', () => {
  let platform: SharedPlatform;
  let asha: Client;
  let browser: Browser;
  let page: CheckoutPage;
  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(), sharedBrowser()]);
    page = await CheckoutPage.open(browser);
  });
  beforeEach(async () => {
    page.troubles.length = 0;
    asha = await Client.register(platform.baseUrl);
    const { messages } = (await ask(platform.baseUrl, `/dev/outbox?to=${encodeURIComponent(asha.email)}`)).body;
    demand(await asha.post('/auth/verify-email', { code: messages[0].code }), 200);
  });

  const billing = async (path: string) => demand(await asha.get(`/auth/billing${path}`), 200).body;
  const topUp = async (): Promise<Order> =>
    demand(await asha.post('/auth/billing/topup', { amount_paise: 100_000 }), 201).body;
  const mandate = async (): Promise<string> => {
    demand(await asha.post('/auth/billing/autopay', wanted), 201);
    const { status, authorization } = demand(await asha.post('/auth/billing/autopay/setup'), 200).body;
    expect(status).toBe('pending_authorization');
    return authorization.url;
  };

  it('approves a mandate, which its payment id and signature then activate', async () => {
    await page.visit(await mandate());
    expect(await page.text('title')).toBe('Approve automatic top-ups');
    expect(await page.text('facts')).toMatch(/UPI Autopay\s+Maximum per debit\s+₹15,000\.00/);
    expect(await page.text('pay')).toBe('Approve and pay ₹1.00');
    await page.click('pay');
    await page.until('status', /^You approved the mandate\.$/);
    expect(await page.canChoose()).toBe(false);
    expect(await page.text('next')).toContain('POST /auth/billing/autopay/activate');
    const active = demand(await asha.post('/auth/billing/autopay/activate', await page.handedBack()), 200).body;
    expect(active).toMatchObject({ status: 'active', gateway_mandate_id: expect.stringMatching(/^token_/) });
    expect(page.troubles).toEqual([]);
  });

  it('has a mandate active by its webhooks alone, where nothing is handed back', async () => {
    await page.visit(await mandate());
    await page.click('pay');
    await page.until('status', /^You approved the mandate\.$/);
    expect(await billing('/autopay')).toMatchObject({ status: 'active' });
  });

  it.each([
    ['fail', 'Payment was declined by the bank. No money was taken.'],
    ['cancel', 'You cancelled the payment. No money was taken.'],
  ])('rejects a mandate for good by #%s; another can be made and approved', async (button, why) => {
    await page.visit(await mandate());
    await page.click(button);
    await page.until('status', /^The mandate was rejected\./);
    expect(await page.text('problem')).toBe(why);
    expect(await page.text('next')).toContain('POST /auth/billing/autopay');
    expect([await page.canChoose(), await page.handedBack()]).toEqual([false, undefined]);
    expect(await billing('/autopay')).toMatchObject({ status: 'rejected', failure_reason: 'the bank rejected it' });
    await page.reload();
    expect(await page.text('status')).toMatch(/^The mandate was rejected\./);
    await page.visit(await mandate());
    await page.click('pay');
    await page.until('status', /^You approved/);
    expect(await billing('/autopay')).toMatchObject({ status: 'active' });
  });

  it('pays a top-up: the wallet is credited, and there is an invoice; it is shown again', async () => {
    const order = await topUp();
    await page.visit(order.checkout.url);
    expect(await page.text('title')).toBe('Pay ₹1,180.00');
    await page.click('pay');
    await page.until('status', /^This order is paid\.$/);
    expect(await page.text('next')).toContain(`POST /auth/billing/orders/${order.id}/verify`);
    const proof = await page.handedBack();
    const [gateway_payment_id, signature] = [await page.text('payment'), await page.text('signature')];
    expect(proof).toEqual({ gateway_payment_id, signature });
    const paid = demand(await asha.post(`/auth/billing/orders/${order.id}/verify`, proof), 200).body;
    expect(paid).toMatchObject({ status: 'paid', gateway_payment_id });
    expect(await billing('')).toMatchObject({ balance_paise: 1_100_000 });
    expect(await billing(`/invoices/${paid.invoice_id}`)).toMatchObject({ kind: 'invoice', total_paise: 118_000 });
    await page.reload();
    expect(await page.text('status')).toBe('This order is paid.');
    expect([await page.handedBack(), await page.canChoose()]).toEqual([proof, false]);
    expect(page.troubles).toEqual([]);
  });

  it('lets a payment fail and be given up, by the keyboard, and then be made', async () => {
    const order = await topUp();
    await page.visit(order.checkout.url);
    await page.key('fail', 'Enter');
    await page.until('problem', /^Payment was declined by the bank\. No money was taken\.$/);
    const attempted = { status: 'attempted', status_reason: 'Payment was declined by the bank', invoice_id: null };
    expect(await billing(`/orders/${order.id}`)).toMatchObject(attempted);
    await page.key('cancel', 'Space');
    await page.until('problem', /^You cancelled the payment\. No money was taken\.$/);
    expect(await billing('')).toMatchObject({ balance_paise: 1_000_000 });
    await page.key('pay', 'Enter');
    await page.until('status', /^This order is paid\.$/);
    expect(await page.text('problem')).toBe('');
    expect(await billing('')).toMatchObject({ balance_paise: 1_100_000 });
  });

  it('takes money once, however often and in however many windows it is pressed', async () => {
    const { url } = (await topUp()).checkout;
    const other = await CheckoutPage.open(browser);
    const both = [page, other];
    for (const one of both) await one.visit(url);
    const pay = "document.getElementById('pay').click()";
    await Promise.all(both.map((one) => one.page.evaluate(`${pay}; ${pay}`)));
    for (const one of both) await one.until('status', /^This order is paid\.$/);
    expect(await other.handedBack()).toEqual(await page.handedBack());
    await other.page.close();
    const { transactions } = await billing('/transactions');
    expect(transactions.map(({ type }: { type: string }) => type)).toEqual(['topup', 'credit']);
  });

  it('pays a subscription, also after a failed payment: the plan is active', async () => {
    const made = demand(await asha.post('/auth/billing/subscription', { plan_id: 'standard' }), 201).body;
    expect(made.status).toBe('created');
    await page.visit(made.checkout.url);
    expect(await page.text('title')).toBe('Subscribe for ₹588.82 a month');
    await page.click('fail');
    await page.until('problem', /^Payment was declined by the bank\. No money was taken\.$/);
    expect(await billing('/subscription')).toMatchObject({ id: made.id, status: 'created' });
    await page.click('pay');
    await page.until('status', /^This month of the subscription is paid\.$/);
    expect(await billing('/subscription')).toMatchObject({ id: made.id, plan_id: 'standard', status: 'active' });
    expect(await billing('')).toMatchObject({ balance_paise: 1_049_900 });
    expect((await billing('/invoices')).invoices).toMatchObject([{ kind: 'invoice', total_paise: 58_882 }]);
    const proof = await page.handedBack();
    await page.reload();
    expect(await page.text('status')).toBe('This month of the subscription is paid.');
    expect([await page.handedBack(), await page.canChoose()]).toEqual([proof, false]);
    expect(page.troubles).toEqual([]);
  });

  it('copies what it hands back', async () => {
    const allowed = ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'] as const;
    await browser.defaultBrowserContext().overridePermissions(platform.baseUrl, [...allowed]);
    await page.visit((await topUp()).checkout.url);
    await page.click('pay');
    await page.until('status', /^This order is paid\.$/);
    await page.page.bringToFront();
    await page.page.click('[data-copy="json"]');
    await page.until('copied', /^Copied: JSON\.$/);
    const copied = (await page.page.evaluate('navigator.clipboard.readText()')) as string;
    expect(JSON.parse(copied)).toEqual(await page.handedBack());
  });

  it('says what is missing where there is nothing to pay, and needs nothing but its own scripts', async () => {
    const bare = `${platform.baseUrl}/dev/checkout.html`;
    await page.visit(bare);
    expect(await page.text('problem')).toMatch(/^Open the address that the API answered/);
    await page.visit(`${bare}?order_id=order_none`);
    expect(await page.text('problem')).toBe('The gateway knows no order and no subscription order_none.');
    expect(await page.canChoose()).toBe(false);
    const policy = (await fetch(bare)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; connect-src 'self';/);
    expect(policy).toContain("form-action 'none'; frame-ancestors 'none'");
  });

  it('takes no payment after its time, nor from a page that was open before', async () => {
    const url = await mandate();
    const order = await topUp();
    await page.visit(order.checkout.url);
    demand(await ask(platform.baseUrl, '/dev/clock', { method: 'POST', body: { advance_seconds: 31 * 60 } }), 200);
    asha = await asha.again();
    await page.click('pay');
    await page.until('status', /^The time to pay ended at .* No money was taken\.$/);
    expect(await page.text('next')).toBe('Make a new order with POST /auth/billing/topup.');
    await page.visit(url);
    expect(await page.text('status')).toMatch(/^The time to pay ended at /);
    expect(await page.canChoose()).toBe(false);
    expect(await billing(`/orders/${order.id}`)).toMatchObject({ status: 'expired' });
    expect(await billing('/autopay')).toMatchObject({ status: 'rejected' });
  });
});
