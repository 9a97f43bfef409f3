import type { Transaction } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { money, moneyChange } from '#lib/web/parts/money.ts';
import { words } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf, useSearch } from '#lib/web/shell/router.ts';
import { Choose, Days, days } from './filters.tsx';
import { OpenInvoice } from './open-invoice.tsx';

const columns: readonly Column<Transaction>[] = [
  { title: 'Time', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Type', cell: ({ type }) => words(type) },
  {
    title: 'Description',
    cell: ({ description, order_id }) =>
      order_id ? <a href={hrefOf(`/billing?tab=top-up&order=${order_id}`)}>{description}</a> : description,
  },
  { title: 'Amount', number: true, cell: ({ amount_paise }) => moneyChange(amount_paise) },
  { title: 'Balance after', number: true, cell: ({ balance_after_paise }) => money(balance_after_paise) },
  {
    title: 'Invoice',
    cell: ({ invoice_id }) => (invoice_id ? <OpenInvoice id={invoice_id} label="PDF" /> : <span>–</span>),
  },
];

const types = ['topup', 'credit', 'refund', 'adjustment', 'usage'];

/** What changed the balance. Usage is shown where it is asked for: it is every hour's. */
export function Transactions() {
  const [search, change] = useSearch();
  const type = search.get('type') ?? undefined;
  const include = search.get('include') ?? undefined;
  return (
    <>
      <search className="row filters" aria-label="Filters">
        <Choose label="Type" name="type" values={types} />
        <Days />
        <label className="row">
          <input
            type="checkbox"
            checked={include === 'debits'}
            disabled={type !== undefined}
            onChange={(event) => change({ include: event.target.checked ? 'debits' : undefined })}
          />
          Include usage
        </label>
      </search>
      <ListPage
        operation="listTransactions"
        filter={{ ...(type ? { type } : { include }), ...days(search) }}
        noun="transaction"
        search={false}
        columns={columns}
        empty="Credits to the wallet and debits for usage are listed here."
        create={{ to: hrefOf('/billing?tab=top-up'), label: 'Top up' }}
        command="svc topup create --amount-paise 100000"
      />
    </>
  );
}
