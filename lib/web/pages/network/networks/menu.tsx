import { useState } from 'react';
import type { Vpc } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { EditNetwork } from './edit.tsx';

/** What can be done with a network. */
export function NetworkMenu({ network, onDeleted }: { network: Vpc; onDeleted?: () => void }) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        label={`Actions for ${network.name}`}
        items={[
          { label: 'Change …', act: () => setOpen('edit') },
          { label: 'Delete …', act: () => setOpen('delete'), refused: whyKept(network), danger: true },
        ]}
      />
      {open === 'edit' && <EditNetwork network={network} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          operation="deleteVpc"
          args={{ id: network.id }}
          title={`Delete ${network.name}`}
          submit="Delete network"
          name={network.name}
          preview
          onClose={close}
          onDone={() => {
            say(`${network.name} is deleted.`);
            onDeleted?.();
          }}
        >
          Its block of addresses, {network.cidr}, is free again.
        </Confirm>
      )}
    </>
  );
}

/** Why a network cannot be deleted now; undefined where it can. */
function whyKept({ is_default, instance_count }: Vpc): string | undefined {
  if (is_default) return 'it is the account’s default network';
  if (instance_count === 0) return undefined;
  return instance_count === 1 ? 'an instance is in it' : `${instance_count} instances are in it`;
}
