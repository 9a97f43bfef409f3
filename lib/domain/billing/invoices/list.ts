import type { Context } from '#lib/domain/platform/context.ts';
import { openPage } from '#lib/domain/platform/lists.ts';
import type { DocumentStorage } from '#lib/drivers/documents/store.ts';
import type { Invoice, InvoiceQuery } from '#lib/model/billing/invoice.ts';
import { endOfIds, idFloor } from '#lib/model/platform/ids.ts';
import { financialYearSpan } from '#lib/model/platform/ist.ts';
import { listInvoices as read } from '#lib/store/billing/invoices.ts';
import { toInvoice } from './resource.ts';

/** Returns one page of the account's invoices and credit notes in a period or a financial year. */
export async function listInvoices(
  context: Context,
  query: InvoiceQuery,
  storage: DocumentStorage,
): Promise<{ invoices: Invoice[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, 'invoice', query);
  const [from, to] = spanOf(query);
  if (from >= to) return { invoices: [], next_cursor: '' };
  const { items, stopped } = await read(context.principal.account_id, {
    least: idFloor('invoice', from),
    most: idFloor('invoice', to),
    newestFirst: query.sort === '-created_at',
    after: after?.id,
    kind: query.kind,
    ids: query.id?.split(','),
    limit: query.limit + 1,
  });
  const shown = items.slice(0, query.limit);
  const last = items.length > query.limit ? shown.at(-1)?.id : stopped;
  return {
    invoices: await Promise.all(shown.map((record) => toInvoice(record, storage))),
    next_cursor: await cursorOf(last === undefined ? undefined : { id: last, name: '' }),
  };
}

/** The overlap of the requested period and the requested financial year. */
function spanOf({ from, to, financial_year }: InvoiceQuery): [Date, Date] {
  const [first, end] = financial_year ? financialYearSpan(financial_year) : [new Date(0), endOfIds];
  return [from && from > first ? from : first, to && to < end ? to : end];
}
