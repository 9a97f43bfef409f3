import type { Price } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { money } from '#lib/web/parts/money.ts';
import { words } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';

const columns: readonly Column<Price>[] = [
  { title: 'What', cell: ({ resource }) => resource.replaceAll('_', ' ') },
  { title: 'Unit', cell: ({ unit }) => words(unit) },
  { title: 'A month', number: true, cell: ({ price_monthly }) => money(price_monthly * 100) },
  {
    title: 'An hour',
    number: true,
    cell: ({ price_hourly_paise: paise }) => (paise === 0 ? 'under ₹0.01' : money(paise)),
  },
];

/** What everything costs. */
export function Page() {
  return (
    <ListPage
      operation="listPrices"
      title="Prices"
      noun="price"
      columns={columns}
      idOf={({ resource, unit }) => `${resource} ${unit}`}
      search={false}
      head={<span className="about">in rupees, before GST; a month has 730 hours</span>}
      empty="The platform has no prices."
    />
  );
}
