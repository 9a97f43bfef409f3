import { useMemo } from 'react';
import type { BillingSummary } from '#lib/generated/client/schemas.ts';
import { Chart } from '#lib/web/parts/chart.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { money } from '#lib/web/parts/money.ts';
import { lasts } from '#lib/web/parts/runway.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { spendingOf } from './projection.ts';

/** What the account spent in 30 days, what the month will cost, and how long the wallet lasts. */
export function Spend({ billing }: { billing: BillingSummary }) {
  const { balance_paise, burn_rate_paise_per_hour: burn, runway_hours } = billing;
  const series = useMemo(() => spendingOf(billing), [billing]);
  return (
    <section className="stack" aria-labelledby="spend-title">
      <div className="row spread">
        <h2 id="spend-title">Spending</h2>
        <a href={hrefOf('/billing')}>Billing</a>
      </div>
      <Facts
        facts={[
          ['This month', `${money(billing.month_to_date_paise)} of ${money(billing.projected_month_paise)} projected`],
          ['Now', `${money(burn)} an hour`],
          ['Balance', money(balance_paise) + (runway_hours === null ? '' : `, which lasts for ${lasts(runway_hours)}`)],
        ]}
      />
      <Chart label="Spending by day" unit="before GST, days in IST" kind="bars" days series={series} format={money} />
    </section>
  );
}
