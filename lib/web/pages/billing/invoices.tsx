import type { Invoice } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { money } from '#lib/web/parts/money.ts';
import { words } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { hrefOf, useSearch } from '#lib/web/shell/router.ts';
import { Choose, Days, days } from './filters.tsx';
import { OpenInvoice } from './open-invoice.tsx';

const columns: readonly Column<Invoice>[] = [
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Kind', cell: ({ kind }) => words(kind) },
  { title: 'Date', sort: 'created_at', cell: ({ date }) => date },
  {
    title: 'Recipient',
    cell: ({ recipient: { legal_name, gstin } }) => (gstin ? `${legal_name}, ${gstin}` : legal_name),
  },
  { title: 'Before GST', number: true, cell: ({ taxable_paise }) => money(taxable_paise) },
  { title: 'GST', number: true, cell: (one) => money(one.cgst_paise + one.sgst_paise + one.igst_paise) },
  { title: 'Total', number: true, cell: ({ total_paise }) => money(total_paise) },
  { title: 'Document', cell: ({ id }) => <OpenInvoice id={id} label="PDF" /> },
];

/** The account's tax invoices and credit notes. */
export function Invoices() {
  const [search] = useSearch();
  return (
    <>
      <search className="row filters" aria-label="Filters">
        <Choose label="Kind" name="kind" values={['invoice', 'credit_note']} />
        <Days />
      </search>
      <ListPage
        operation="listInvoices"
        filter={{ kind: search.get('kind') ?? undefined, ...days(search) }}
        noun="invoice"
        search={false}
        columns={columns}
        empty="Each paid top-up has a tax invoice with a PDF, made out to the recipient in your tax profile."
        create={{ to: hrefOf('/billing?tab=top-up'), label: 'Top up' }}
        command="svc topup create --amount-paise 100000"
      />
    </>
  );
}
