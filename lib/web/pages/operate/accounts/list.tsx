import type { Customer } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { money } from '#lib/web/parts/money.ts';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<Customer>[] = [
  { title: 'Name', cell: ({ id, name }) => <a href={hrefOf(`/platform/accounts/${id}`)}>{name}</a> },
  { title: 'Account', cell: ({ id }) => <code>{id}</code> },
  { title: 'Owner', cell: ({ email }) => email ?? '–' },
  {
    title: 'Status',
    line: true,
    cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} />,
  },
  { title: 'Balance', number: true, cell: ({ balance_paise }) => money(balance_paise) },
  { title: 'Instances', number: true, cell: ({ counts }) => counts.instances },
  { title: 'Volumes', number: true, cell: ({ counts }) => counts.volumes },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The accounts of all customers. */
export function Page() {
  return (
    <ListPage
      operation="listAccounts"
      title="Accounts"
      noun="account"
      columns={columns}
      nameOf={({ name }) => name}
      statuses={['active', 'suspended', 'blocked']}
      empty="Every account of this platform appears here. You can search by number, name or the owner's address."
      command="svc platform list-accounts"
    />
  );
}
