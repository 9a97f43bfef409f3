import type { BillingSummary, Instance } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { money, wholeRupees } from '#lib/web/parts/money.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';

type Cost = BillingSummary['resources'][number];

const column = {
  month: {
    title: 'A month',
    number: true,
    cell: ({ price_paise_per_month }: Cost) => money(price_paise_per_month),
  },
  soFar: {
    title: 'This month so far',
    number: true,
    cell: ({ month_to_date_paise }: Cost) => money(month_to_date_paise),
  },
} satisfies Record<string, Column<Cost>>;

/** The most volumes whose costs are asked for: a request names at most 50 resources. */
const mostVolumes = 40;

/** What an instance costs, with the volumes and the elastic IP that it has: each by its own meter. */
export function CostOf({ instance }: { instance: Instance }) {
  const { id, name, elastic_ip, volume_ids, plan, status } = instance;
  const ids = [id, ...volume_ids.slice(0, mostVolumes), ...(elastic_ip ? [elastic_ip.id] : [])];
  const isCharged = status !== 'terminated';
  const query = { resource_id: ids.join(',') };
  const { data, error, refetch } = useRead('getSummary', { query }, { enabled: isCharged, every: 60_000 });
  const nameOf = (resource: string) => {
    if (resource === id) return name;
    return <Ref kind={resource === elastic_ip?.id ? 'elastic IP' : 'volume'} id={resource} />;
  };
  const columns = [{ title: 'What', cell: (cost: Cost) => nameOf(cost.id) }, column.month, column.soFar];
  return (
    <section className="stack" aria-labelledby="cost-title">
      <h2 id="cost-title">Cost</h2>
      {error && error.status !== 403 && <Problem error={error} again={() => void refetch()} />}
      {isCharged && data && data.resources.length > 0 && (
        <Table label="What it costs" columns={columns} rows={data.resources} idOf={(cost) => cost.id} />
      )}
      <p className="about">
        {wholeRupees(plan.price_monthly)} a month of 730 hours while it runs, by the second and before GST; stopped, it
        costs its disk.
      </p>
    </section>
  );
}
