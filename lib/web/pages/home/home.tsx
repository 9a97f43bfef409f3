import type { BillingSummary, Quota } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Attention } from './attention.tsx';
import { hasNothing } from './counted.ts';
import { Recent } from './recent.tsx';
import { Running } from './running.tsx';
import { Spend } from './spend.tsx';
import { Steps } from './steps.tsx';

/** What needs attention, happened last, is spent and is there; where there is nothing, the first steps. */
export function Page() {
  const { data: me } = useRead('getMe');
  const quotas = useRead('listQuotas', {}, { every: 60_000 });
  const billing = useRead('getSummary', {}, { every: 60_000 });
  const failed = [quotas, billing].find(({ error, data }) => error && !data && error.status !== 403);
  const isRead = !quotas.isPending && !billing.isPending;
  const isNew = quotas.data !== undefined && hasNothing(quotas.data.quotas) && !hasSpent(billing.data);
  return (
    <>
      <Heading title="Home">
        {isRead && !isNew && (
          <a className="button primary" href={hrefOf('/instances/new')}>
            Launch an instance
          </a>
        )}
      </Heading>
      {failed?.error && <Problem error={failed.error} again={() => void failed.refetch()} />}
      {!isRead && <Loading />}
      {isRead && isNew && <Steps me={me} billing={billing.data} />}
      {isRead && !isNew && (
        <>
          <Attention billing={billing.data} quotas={quotas.data?.quotas ?? noQuotas} me={me} />
          <Recent />
          {billing.data && <Spend billing={billing.data} />}
          {billing.error?.status === 403 && (
            <p className="about">The spending cannot be shown: {billing.error.message}.</p>
          )}
          {quotas.data && <Running quotas={quotas.data.quotas} />}
        </>
      )}
      <Where />
    </>
  );
}

const noQuotas: readonly Quota[] = [];

/** Whether an account has cost anything in the last 30 days: it has more to see than its first steps. */
const hasSpent = (billing: BillingSummary | undefined): boolean =>
  billing?.daily.some(({ spend_paise }) => spend_paise > 0) ?? false;

/** The region, the driver and the version. */
function Where() {
  const { data: health } = useRead('getHealth', {}, { every: 300_000 });
  return (
    health && (
      <p className="about">
        Region {health.region}
        {health.compute && <> · machines by the driver {health.compute.driver}</>} · version {health.version}
      </p>
    )
  );
}
