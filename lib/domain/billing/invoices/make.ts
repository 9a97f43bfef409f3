import { refundShare, taxSum } from '#lib/domain/billing/tax/gst.ts';
import { supplier } from '#lib/domain/billing/tax/supplier.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { InvoiceSnapshot } from '#lib/model/billing/invoice.ts';
import type { Taxes } from '#lib/model/billing/tax.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { financialYear, istDay } from '#lib/model/platform/ist.ts';
import { createInvoice, type InvoiceRecord } from '#lib/store/billing/invoices.ts';
import type { OrderRecord } from '#lib/store/billing/orders.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** Cloud services: hosting and IT infrastructure provisioning (GST's Services Accounting Code). */
const sac = '998315';

/** The prefix of each series. Prefix, year and number together have at most 16 characters (CGST Rules, 46(b)). */
const prefixes = { invoice: 'SV', credit_note: 'CN' } as const;

interface InvoiceAndWrites {
  invoice: InvoiceRecord;
  writes: Write[];
}

/** The tax invoice of a paid order, numbered `last` + 1. */
export function invoiceOf(order: OrderRecord, last: number, now: Date): InvoiceAndWrites {
  const { amount_paise, taxes, purpose } = order;
  return newInvoice(order, last, now, {
    kind: 'invoice',
    description: `Prepaid credit for cloud services${purpose ? `, ${purpose}` : ''}`,
    taxable_paise: amount_paise,
    taxes,
    credited_invoice_id: null,
  });
}

/** The credit note of a refund of `amount` paise, numbered `last` + 1. */
export function creditNoteOf(
  order: OrderRecord,
  { invoice_id, refunded_paise }: { invoice_id: string; refunded_paise: number },
  amount: number,
  last: number,
  now: Date,
): InvoiceAndWrites {
  const { taxable_paise, ...taxes } = refundShare(order, refunded_paise, amount);
  const description = 'Refund of prepaid credit for cloud services';
  return newInvoice(order, last, now, {
    kind: 'credit_note',
    description,
    taxable_paise,
    taxes,
    credited_invoice_id: invoice_id,
  });
}

interface Content {
  kind: InvoiceSnapshot['kind'];
  description: string;
  taxable_paise: number;
  taxes: Taxes;
  credited_invoice_id: string | null;
}

function newInvoice(order: OrderRecord, last: number, now: Date, content: Content): InvoiceAndWrites {
  const { kind, description, taxable_paise, taxes, credited_invoice_id } = content;
  const year = financialYear(now);
  const at = rfc3339(now);
  const invoice: InvoiceRecord = {
    id: newId('invoice', now),
    account_id: order.account_id,
    created_at: at,
    updated_at: at,
    kind,
    number: `${prefixes[kind]}/${year}/${String(last + 1).padStart(6, '0')}`,
    financial_year: year,
    date: istDay(now),
    supplier: supplier(),
    recipient: order.recipient,
    place_of_supply: order.place_of_supply,
    lines: [{ description, sac, quantity: 1, taxable_paise }],
    currency: 'INR',
    taxable_paise,
    ...taxes,
    total_paise: taxable_paise + taxSum(taxes),
    reverse_charge: false,
    credited_invoice_id,
    order_id: order.id,
  };
  return { invoice, writes: createInvoice(invoice, last, at) };
}
