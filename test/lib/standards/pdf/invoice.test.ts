import { expect, test } from 'vitest';
import type { InvoiceSnapshot } from '#lib/model/billing/invoice.ts';
import { inr, invoicePdf } from '#lib/standards/pdf/invoice.ts';
import { textOf } from '#test/support/vitest/pdf.ts';

const invoice: InvoiceSnapshot = {
  id: 'inv-01kanx7m3v5q8w2c4d6f7g9h1j',
  account_id: '482910337451',
  created_at: '2026-11-21T04:10:00Z',
  updated_at: '2026-11-21T04:10:00Z',
  kind: 'invoice',
  number: 'SV/26-27/000042',
  financial_year: '26-27',
  date: '2026-11-21',
  supplier: { name: 'Example Cloud', gstin: '27AAPFU0939F1ZV', address: '1 Test Road, Mumbai', state_code: '27' },
  recipient: { legal_name: 'Asha Textiles', gstin: '29AAGCB7383J1Z4', address: '2 MG Road', state_code: '29' },
  place_of_supply: '29',
  lines: [{ description: 'Prepaid credit', sac: '998315', quantity: 1, taxable_paise: 12_345_678 }],
  currency: 'INR',
  taxable_paise: 12_345_678,
  cgst_paise: 0,
  sgst_paise: 0,
  igst_paise: 2_222_222,
  total_paise: 14_567_900,
  reverse_charge: false,
  credited_invoice_id: null,
  order_id: 'ord-01kanx7m3v5q8w2c4d6f7g9h1j',
};

test('has all that a tax invoice must (CGST Rules, 46)', async () => {
  const text = textOf(await invoicePdf(invoice));
  for (const part of ['TAX INVOICE', 'Example Cloud', '27AAPFU0939F1ZV', '1 Test Road, Mumbai', 'SV/26-27/000042'])
    expect(text).toContain(part);
  for (const part of ['2026-11-21', 'Asha Textiles', '29AAGCB7383J1Z4', 'Place of supply: Karnataka (29)', '998315'])
    expect(text).toContain(part);
  for (const part of ['INR 1,23,456.78', 'IGST 18%', 'INR 22,222.22', 'INR 1,45,679.00', 'reverse charge: No'])
    expect(text).toContain(part);
  expect(text).not.toContain('CGST');
});

test('a credit note names the invoice that it credits', async () => {
  const note = { ...invoice, kind: 'credit_note' as const, number: 'CN/26-27/000001' };
  const text = textOf(await invoicePdf(note, { credited: { number: 'SV/26-27/000042', date: '2026-11-21' } }));
  expect(text).toContain('CREDIT NOTE');
  expect(text).toContain('Original invoice: SV/26-27/000042');
});

test('the same invoice gives the same bytes', async () => {
  expect(await invoicePdf(invoice)).toEqual(await invoicePdf(invoice));
});

test('the longest names and addresses stay on the page', async () => {
  const recipient = { ...invoice.recipient, legal_name: 'W'.repeat(200), address: 'Ö'.repeat(500) };
  const text = textOf(await invoicePdf({ ...invoice, recipient }));
  expect(text.replaceAll('\n', '')).toContain('W'.repeat(200));
  expect(text).toContain('INR 1,45,679.00');
});

test.each([
  [0, 'INR 0.00'],
  [5, 'INR 0.05'],
  [59_000_000_00, 'INR 5,90,00,000.00'],
])('%d paise are %s', (paise, text) => {
  expect(inr(paise)).toBe(text);
});
