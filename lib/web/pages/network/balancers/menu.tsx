import { useState } from 'react';
import type { LoadBalancer } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { AddBackend } from './dialogs.tsx';

/** What can be done with a load balancer. */
export function BalancerMenu({ balancer, onDeleted }: { balancer: LoadBalancer; onDeleted?: () => void }) {
  const [open, setOpen] = useState<'add' | 'labels' | 'delete'>();
  const close = () => setOpen(undefined);
  const inUse = balancer.status === 'deleting' ? undefined : 'an auto scaling group uses it';
  return (
    <>
      <Menu
        label={`Actions for ${balancer.name}`}
        items={[
          { label: 'Add a backend …', act: () => setOpen('add'), refused: refusedNow(balancer, 'add_backend') },
          { label: 'Settings', to: hrefOf(`/load-balancers/${balancer.id}?tab=settings`) },
          { label: 'Name and tags …', act: () => setOpen('labels'), refused: refusedNow(balancer, 'update') },
          {
            label: 'Delete …',
            act: () => setOpen('delete'),
            refused: refusedNow(balancer, 'delete', inUse),
            danger: true,
          },
        ]}
      />
      {open === 'add' && <AddBackend balancer={balancer} onClose={close} />}
      {open === 'labels' && (
        <EditLabels
          operation="updateLoadBalancer"
          argsOf={(body) => ({ id: balancer.id, body })}
          name={balancer.name}
          tags={balancer.tags}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <Confirm
          operation="deleteLoadBalancer"
          args={{ id: balancer.id }}
          title={`Delete ${balancer.name}`}
          submit="Delete load balancer"
          name={balancer.name}
          preview
          onClose={close}
          onDone={() => {
            say(`${balancer.name} is being deleted.`);
            onDeleted?.();
          }}
        >
          Nothing answers at {balancer.public_ip} any more. Its backends keep running.
        </Confirm>
      )}
    </>
  );
}
