import type { BillingSummary } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Chart } from '#lib/web/parts/chart.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { money } from '#lib/web/parts/money.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { lasts } from '#lib/web/parts/runway.ts';
import { words } from '#lib/web/parts/status.tsx';
import { Table } from '#lib/web/parts/table.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

/** What the wallet has, how long it lasts, and what the account spends on what. */
export function Overview() {
  const { data, error, refetch } = useRead('getSummary', {}, { every: 60_000 });
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="stack">
      {data.low_balance && (
        <div className="note warn row spread">
          <span>The balance is low. An hour after it is used up, machines are stopped. Nothing is deleted.</span>
          <a href={hrefOf('/billing?tab=top-up')}>Top up</a>
        </div>
      )}
      <Cards summary={data} />
      <Spend summary={data} />
      <Services summary={data} />
      <Months summary={data} />
    </div>
  );
}

function Cards({ summary }: { summary: BillingSummary }) {
  const { balance_paise, credit_paise, runway_hours, burn_rate_paise_per_hour: now } = summary;
  return (
    <div className="cards">
      <section className="card" aria-label="Balance">
        <span className="about">Balance</span>
        <span className="big">{money(balance_paise)}</span>
        <span className="about">
          {credit_paise > 0 ? `${money(credit_paise)} of it is promotional credit` : 'paid in advance'}
        </span>
        <a href={hrefOf('/billing?tab=top-up')}>Top up</a>
      </section>
      <section className="card" aria-label="Runway">
        <span className="about">Lasts</span>
        <span className="big">{runway_hours === null ? 'No end' : lasts(runway_hours)}</span>
        <span className="about">
          {runway_hours === null ? 'No billable resource is running' : 'at the current rate of spending'}
        </span>
        <a href={hrefOf('/billing?tab=autopay')}>Automatic top-up</a>
      </section>
      <section className="card" aria-label="Current spending">
        <span className="about">Now</span>
        <span className="big">{money(now)}</span>
        <span className="about">an hour, before GST</span>
      </section>
      <section className="card" aria-label="This month">
        <span className="about">This month</span>
        <span className="big">{money(summary.month_to_date_paise)}</span>
        <span className="about">{money(summary.projected_month_paise)} projected at the end of the month</span>
        <a href={hrefOf('/billing?tab=budget')}>Set a budget</a>
      </section>
    </div>
  );
}

type Service = keyof BillingSummary['by_service'];
const servicesOf = (by: BillingSummary['by_service']) => Object.entries(by) as [Service, number][];

/** Services that cost anything in these days, the dearest first. */
function spendingIn({ daily }: BillingSummary): Service[] {
  const sums = new Map<Service, number>();
  for (const { by_service } of daily) {
    for (const [service, paise] of servicesOf(by_service)) sums.set(service, (sums.get(service) ?? 0) + paise);
  }
  return [...sums]
    .filter(([, sum]) => sum > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([service]) => service);
}

function Spend({ summary }: { summary: BillingSummary }) {
  const days = [...summary.daily].sort((one, other) => one.date.localeCompare(other.date));
  const series = spendingIn(summary).map((service) => ({
    name: words(service),
    points: days.map(({ date, by_service }) => ({ at: `${date}T00:00:00+05:30`, value: by_service[service] })),
  }));
  return (
    <Chart label="Spending by day" unit="before GST, days in IST" kind="bars" days series={series} format={money} />
  );
}

function Services({ summary: { by_service, month_to_date_paise: all } }: { summary: BillingSummary }) {
  const rows = servicesOf(by_service)
    .filter(([, paise]) => paise > 0)
    .sort(([, one], [, other]) => other - one);
  if (rows.length === 0) return null;
  return (
    <div className="stack">
      <h2>This month by service</h2>
      <Table
        label="This month by service"
        rows={rows}
        idOf={([service]) => service}
        columns={[
          { title: 'Service', cell: ([service]) => words(service) },
          { title: 'Spent', number: true, cell: ([, paise]) => money(paise) },
          {
            title: 'Share',
            number: true,
            cell: ([, paise]) => (all > 0 ? `${Math.round((paise / all) * 100)} %` : '–'),
          },
        ]}
      />
    </div>
  );
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function Months({ summary: { history } }: { summary: BillingSummary }) {
  const rows = history
    .filter(({ spend_paise }) => spend_paise > 0)
    .sort((one, other) => other.month.localeCompare(one.month));
  if (rows.length === 0) return null;
  return (
    <div className="stack">
      <h2>Months</h2>
      <Table
        label="Spending by month"
        rows={rows}
        idOf={(row) => row.month}
        columns={[
          { title: 'Month', cell: (row) => month.format(Date.parse(`${row.month}-01T00:00:00Z`)) },
          { title: 'Spent', number: true, cell: ({ spend_paise }) => money(spend_paise) },
        ]}
      />
    </div>
  );
}
