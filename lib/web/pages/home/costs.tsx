import { useRead } from '#lib/web/api/query.ts';
import { money } from '#lib/web/parts/money.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { lasts } from '#lib/web/parts/runway.ts';

/** What the account has, spends and lasts for. */
export function Costs() {
  const { data, error, refetch } = useRead('getSummary', {}, { every: 60_000 });
  if (error?.status === 403) return <p className="about">The costs cannot be shown: {error.message}.</p>;
  if (error && !data) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <output className="loading">Loading …</output>;
  const {
    balance_paise,
    burn_rate_paise_per_hour: burn,
    month_to_date_paise,
    projected_month_paise,
    runway_hours,
  } = data;
  return (
    <section className="cards" aria-label="Costs">
      <Card
        title="Balance"
        value={money(balance_paise)}
        about={runway_hours === null ? 'no billable resource is running' : `lasts for ${lasts(runway_hours)}`}
      />
      <Card
        title="Now"
        value={`${money(burn)} an hour`}
        about={`${money(burn * 730)} a month of 730 hours, before GST`}
      />
      <Card
        title="This month"
        value={money(month_to_date_paise)}
        about={`${money(projected_month_paise)} projected for the whole month`}
      />
    </section>
  );
}

function Card({ title, value, about }: { title: string; value: string; about: string }) {
  return (
    <div className="card">
      <h2 className="about">{title}</h2>
      <span className="big">{value}</span>
      <span className="about">{about}</span>
    </div>
  );
}
