import { listInvoices } from '#lib/domain/billing/invoices/list.ts';
import { documentStorage } from '#lib/domain/storage/documents/store.ts';
import { route } from '#lib/edge/route.ts';
import { invoice, invoiceQuery } from '#lib/model/billing/invoice.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/**
 * Lists tax invoices and credit notes, newest first. `financial_year` is April to March in IST; `from` and `to` are
 * both inclusive.
 */
export const handler = route(
  {
    name: 'listInvoices',
    action: 'billing:ListInvoices',
    resource: () => 'invoice/*',
    query: invoiceQuery,
    reply: listOf('invoices', invoice),
  },
  (context, { query }) => listInvoices(context, query, documentStorage),
);
