import { useList, useRead } from '#lib/web/api/query.ts';
import { hrefOf } from '#lib/web/shell/router.ts';

interface Trouble {
  readonly text: string;
  readonly to: string;
}

/** What somebody should look at: failed resources, a wallet that runs dry, quotas that are used up. */
export function Attention() {
  const { items: instances = [] } = useList('listInstances', { query: { status: 'error', limit: 20 } });
  const { data: billing } = useRead('getSummary', {}, { every: 60_000 });
  const { data: quotas } = useRead('listQuotas', {}, { every: 60_000 });
  const troubles: Trouble[] = [
    ...(billing?.low_balance
      ? [{ text: 'The balance is low: machines stop when it is used up.', to: '/billing?tab=top-up' }]
      : []),
    ...instances.map(({ id, name, status_reason }) => ({
      text: `${name} is in error: ${status_reason ?? 'see its events'}`,
      to: `/instances/${id}?tab=events`,
    })),
    ...(quotas?.quotas ?? [])
      .filter(({ used, limit }) => limit > 0 && used >= limit)
      .map(({ name, limit }) => ({ text: `The quota ${name} is used up: all ${limit}.`, to: '/quotas' })),
  ];
  if (troubles.length === 0) return null;
  return (
    <section className="note warn" aria-labelledby="attention-title">
      <h2 id="attention-title">Needs attention</h2>
      <ul>
        {troubles.map(({ text, to }) => (
          <li key={text}>
            {text} <a href={hrefOf(to)}>Look at it</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
