import type { PoolAddress } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { atOnce, type MenuItem } from '#lib/web/parts/menu.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<PoolAddress>[] = [
  { title: 'Address', cell: ({ address }) => <code>{address}</code> },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Used by', cell: ({ resource_id }) => resource_id ?? '–' },
  {
    title: 'Account',
    cell: ({ account_id }) =>
      account_id === null ? '–' : <a href={hrefOf(`/platform/accounts/${account_id}`)}>{account_id}</a>,
  },
];

/** The public addresses of a host's pool. */
export function AddressesTab({ id, pool }: { id: string; pool: string }) {
  return (
    <ListPage
      operation="listHostAddresses"
      args={{ id }}
      noun="address"
      idOf={({ address }) => address}
      search={false}
      statuses={['free', 'used', 'resting', 'withheld', 'reserved']}
      columns={columns}
      actions={({ address, status }) => [status === 'withheld' ? give(id, address) : withhold(id, address)]}
      empty={`The pool ${pool} has no addresses of this state.`}
    />
  );
}

const give = (id: string, address: string): MenuItem =>
  atOnce({
    operation: 'addHostAddress',
    args: { id, body: { address } },
    label: 'Make available',
    said: `${address} is available to customers again.`,
    failed: 'The address was not changed.',
  });

const withhold = (id: string, address: string): MenuItem => ({
  label: 'Withhold …',
  danger: true,
  act: () => openDialog(withholding(id, address)),
});

const withholding = (id: string, address: string) => (
  <Confirm
    operation="removeHostAddress"
    args={{ id, address }}
    title={`Withhold ${address}`}
    submit="Withhold"
    name={address}
    preview
    said={`${address} is withheld.`}
  >
    No customer gets this address until you make it available again.
  </Confirm>
);
