import type { BillingSummary, Profile, Quota } from '#lib/generated/client/schemas.ts';
import { useList, useRead } from '#lib/web/api/query.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import {
  addressTroubles,
  backupTroubles,
  balancerTroubles,
  failedBackups,
  isShort,
  machineTroubles,
  quotaTroubles,
  type Trouble,
  walletTroubles,
} from './troubles.ts';

const columns: readonly Column<Trouble>[] = [
  { title: 'What', cell: ({ name, to }) => <a href={hrefOf(to)}>{name}</a> },
  { title: 'Status', cell: ({ state, tone }) => <span className={`status ${tone}`}>{state}</span> },
  { title: 'Why', cell: ({ why }) => why },
  {
    title: 'Action',
    cell: ({ to, label, name, state }) => (
      <a className="button" href={hrefOf(to)} aria-label={`${label}: ${name}, ${state}`}>
        {label}
      </a>
    ),
  },
];

interface AttentionProps {
  readonly billing: BillingSummary | undefined;
  readonly quotas: readonly Quota[];
  readonly me: Profile | undefined;
}

/** What needs attention, the worst first, each with the page on which it is dealt with. */
export function Attention({ billing, quotas, me }: AttentionProps) {
  const instances = useList('listInstances', { query: { status: 'error' } });
  const balancers = useList('listLoadBalancers', {}, { every: 30_000 });
  const backups = useBackups();
  const wallet = useWallet(billing);
  const troubles = [
    ...machineTroubles(instances.items ?? []),
    ...balancerTroubles(balancers.items ?? []),
    ...wallet,
    ...backups.troubles,
    ...(me ? addressTroubles(me) : []),
    ...quotaTroubles(quotas),
  ].sort((one, other) => Number(other.tone === 'bad') - Number(one.tone === 'bad'));
  const failed = [instances, balancers, backups].find(({ error }) => error && error.status !== 403);
  return (
    <>
      {failed?.error && <Problem error={failed.error} again={failed.again} />}
      {troubles.length > 0 && (
        <section className="stack" aria-labelledby="attention-title">
          <h2 id="attention-title">Needs attention</h2>
          <Table
            label="What needs attention"
            columns={columns}
            rows={troubles}
            idOf={({ name, state, to }) => `${name} ${state} ${to}`}
          />
        </section>
      )}
    </>
  );
}

/** Instances that exist and whose last backup of the newest 200 failed. */
function useBackups() {
  const query = { type: 'backup.failed,backup.succeeded', limit: 200 };
  const { data, error, refetch } = useRead('listActivity', { query });
  const events = data?.events ?? [];
  const ids = failedBackups(events)
    .map(({ instance }) => instance)
    .slice(-100);
  const there = useList('listInstances', { query: { id: ids.join(',') } }, { enabled: ids.length > 0 });
  const names = new Map(there.items?.map(({ id, name }) => [id, name]));
  const troubles = ids.length > 0 ? backupTroubles(events, names) : [];
  return { troubles, error: error ?? there.error, again: () => void (error ? refetch() : there.again()) };
}

/** A wallet that runs out. Whether it is topped up automatically is asked where it does. */
function useWallet(billing: BillingSummary | undefined): Trouble[] {
  const asks = billing !== undefined && isShort(billing);
  const { data, isPending } = useRead('getAutopay', {}, { enabled: asks });
  if (!billing || (asks && isPending)) return [];
  return walletTroubles(billing, data?.status === 'active');
}
