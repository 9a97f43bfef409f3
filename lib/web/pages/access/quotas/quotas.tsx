import type { Quota } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { words } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';

const names: Readonly<Record<string, string>> = {
  asgs: 'auto scaling groups',
  elastic_ips: 'elastic IPs',
  iam_users: 'IAM users',
  groups: 'IAM groups',
  custom_policies: 'policies of the account',
  ssh_keys: 'SSH keys',
  vcpus: 'vCPUs',
  vpcs: 'networks',
  volume_gib: 'volumes, GiB',
};

const nameOf = ({ name }: Quota): string => names[name] ?? words(name);
const number = new Intl.NumberFormat('en');

const columns: readonly Column<Quota>[] = [
  { title: 'What', cell: nameOf },
  { title: 'Used', number: true, cell: ({ used }) => number.format(used) },
  { title: 'Limit', number: true, cell: ({ limit }) => number.format(limit) },
  {
    title: 'Share',
    cell: (quota) => (
      <meter
        min={0}
        max={Math.max(quota.limit, 1)}
        high={quota.limit * 0.8}
        optimum={0}
        value={quota.used}
        aria-label={`${nameOf(quota)}: ${quota.used} of ${quota.limit}`}
      />
    ),
  },
  {
    title: 'Left',
    number: true,
    cell: ({ used, limit }) => (used >= limit ? <strong>none</strong> : number.format(limit - used)),
  },
];

/** How much the account may have of everything, and how much it has. */
export function Page() {
  const { items, error, again } = useList('listQuotas');
  return (
    <>
      <Heading title="Quotas" />
      <p>A request that would exceed a quota is refused. The operators of the platform can raise a quota.</p>
      {error && <Problem error={error} again={again} />}
      {items && <Table label="Quotas" columns={columns} rows={items} idOf={({ name }) => name} nameOf={nameOf} />}
      {!items && !error && <Loading as="rows" />}
    </>
  );
}
