import { useState } from 'react';
import type { PoolAddress } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu, type MenuItem } from '#lib/web/parts/menu.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<PoolAddress>[] = [
  { title: 'Address', cell: ({ address }) => <code>{address}</code> },
  { title: 'State', cell: ({ status }) => <Status status={status} /> },
  { title: 'Used by', cell: ({ resource_id }) => resource_id ?? '–' },
  {
    title: 'Account',
    cell: ({ account_id }) =>
      account_id === null ? '–' : <a href={hrefOf(`/platform/accounts/${account_id}`)}>{account_id}</a>,
  },
];

/** The public addresses of a host's pool. */
export function AddressesTab({ id, pool }: { id: string; pool: string }) {
  const [withheld, setWithheld] = useState<string>();
  const act = (done: Promise<unknown>, told: string) =>
    done.then(
      () => say(told),
      (failure) => sayProblem('The address was not changed.', asSvcError(failure)),
    );
  const give = (address: string): MenuItem => {
    const args = { id, body: { address } };
    return {
      label: 'Make available',
      act: () => void act(change('addHostAddress', args), `${address} is available to customers again.`),
      deed: { operation: 'addHostAddress', args },
    };
  };
  const withhold = (address: string): MenuItem => ({
    label: 'Withhold …',
    danger: true,
    act: () => setWithheld(address),
  });
  return (
    <>
      <ListPage
        operation="listHostAddresses"
        args={{ id }}
        noun="address"
        idOf={({ address }) => address}
        search={false}
        statuses={['free', 'used', 'resting', 'withheld', 'reserved']}
        columns={columns}
        menu={({ address, status }) => (
          <Menu label={`Actions for ${address}`} items={[status === 'withheld' ? give(address) : withhold(address)]} />
        )}
        empty={`The pool ${pool} has no addresses of this state.`}
      />
      {withheld !== undefined && (
        <Confirm
          operation="removeHostAddress"
          args={{ id, address: withheld }}
          title={`Withhold ${withheld}`}
          submit="Withhold"
          name={withheld}
          preview
          onClose={() => setWithheld(undefined)}
          onDone={() => say(`${withheld} is withheld.`)}
        >
          No customer gets this address until you make it available again.
        </Confirm>
      )}
    </>
  );
}
