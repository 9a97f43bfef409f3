import { describe, expect, it } from 'vitest';
import { gstinFault } from '#lib/web/pages/billing/gstin.ts';
import { hostedFields } from '#lib/web/pages/billing/hosted.ts';
import { paiseOf, rupeesOf } from '#lib/web/pages/billing/rupees.ts';
import { lasts } from '#lib/web/parts/runway.ts';

describe('an amount in rupees', () => {
  it.each([
    ['1000', 100_000],
    [' ₹5,00,000 ', 50_000_000],
    ['0.5', 50],
    ['1000.05', 100_005],
  ])('%j is %d paise', (text, paise) => expect(paiseOf(text)).toBe(paise));

  it.each(['', 'a', '-1', '1.234', '1e3', '.5', '1.'])('%j is none', (text) => expect(paiseOf(text)).toBeUndefined());

  it('is shown as it is typed', () => expect([rupeesOf(100_000), rupeesOf(150)]).toEqual(['1000', '1.50']));
});

describe('a GSTIN as it is typed', () => {
  it.each([
    ['27AAPFU0939F1ZV', undefined],
    ['25', 'No state has the code 25.'],
    ['27AAPFU', '8 of 15 characters are missing.'],
    ['27AAPFU0939F1XV', 'A GSTIN is two digits, a PAN, a digit or letter, Z, and a check character.'],
    ['27AAPFU0939F1ZW', 'The check character of 27AAPFU0939F1Z is V: check for a typing error.'],
  ])('%s: %s', (gstin, fault) => expect(gstinFault(gstin)).toBe(fault));
});

it('a runway is said in hours for two days, and in days and years after', () => {
  expect([0.2, 1, 47.9, 48, 24 * 365 * 3].map(lasts)).toEqual([
    'less than an hour',
    '1 hour',
    '47 hours',
    '2 days',
    '3 years',
  ]);
});

describe("the form of the gateway's own checkout", () => {
  const common = { key_id: 'rzp_live_1', name: 'Example Cloud', description: 'Credit' };
  const back = 'https://api.example.in/console/billing?tab=plan';

  it('has what pays an order, and where to come back to', () => {
    const order = { ...common, order_id: 'order_1', amount_paise: 118_000, currency: 'INR', url: null };
    expect(hostedFields({ ...order, prefill: { email: 'asha@example.in' } }, back)).toEqual({
      ...common,
      order_id: 'order_1',
      amount: '118000',
      currency: 'INR',
      'prefill[email]': 'asha@example.in',
      callback_url: back,
      cancel_url: back,
    });
  });

  it('has what pays a subscription', () => {
    const fields = hostedFields({ ...common, subscription_id: 'sub_1' }, back);
    expect(fields).toEqual({ ...common, subscription_id: 'sub_1', callback_url: back, cancel_url: back });
  });
});
