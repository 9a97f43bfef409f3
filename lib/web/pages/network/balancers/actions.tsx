import { useState } from 'react';
import type { LoadBalancer } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { closeDialog, Dialog, openDialog } from '#lib/web/parts/dialog.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { BackendFields } from './backend-fields.tsx';
import { backendBody, newBackend } from './draft.ts';

/** What can be done with a load balancer. */
export function actionsOf(balancer: LoadBalancer): MenuItem[] {
  const inUse = balancer.status === 'deleting' ? undefined : 'an auto scaling group uses it';
  return [
    {
      label: 'Add a backend …',
      act: () => openDialog(<AddBackend balancer={balancer} />),
      refused: refusedNow(balancer, 'add_backend'),
    },
    { label: 'Settings', to: hrefOf(`/load-balancers/${balancer.id}?tab=settings`) },
    { label: 'Name and tags …', act: () => openDialog(labels(balancer)), refused: refusedNow(balancer, 'update') },
    {
      label: 'Delete …',
      act: () => openDialog(deletion(balancer)),
      refused: refusedNow(balancer, 'delete', inUse),
      danger: true,
    },
  ];
}

const labels = ({ id, name, tags }: LoadBalancer) => (
  <EditLabels operation="updateLoadBalancer" argsOf={(body) => ({ id, body })} name={name} tags={tags} />
);

const deletion = ({ id, name, public_ip }: LoadBalancer) => (
  <Confirm
    operation="deleteLoadBalancer"
    args={{ id }}
    title={`Delete ${name}`}
    submit="Delete load balancer"
    name={name}
    preview
    said={`${name} is being deleted.`}
    list="/load-balancers"
  >
    Nothing answers at {public_ip} any more. Its backends keep running.
  </Confirm>
);

/** Adds an instance to the backends of a load balancer. */
export function AddBackend({ balancer }: { balancer: LoadBalancer }) {
  const [draft, setDraft] = useState(newBackend);
  const args = draft.instance === '' ? undefined : { id: balancer.id, body: backendBody(draft) };
  const without = new Set(balancer.backends.map(({ instance_id }) => instance_id));
  return (
    <Dialog title={`Add a backend to ${balancer.name}`}>
      <OperationForm operation="addLoadBalancerBackend" args={args} submit="Add backend" onDone={closeDialog}>
        {(error) => (
          <BackendFields
            row={draft}
            set={(part) => setDraft({ ...draft, ...part })}
            vpc={balancer.vpc_id}
            error={error}
            without={without}
          />
        )}
      </OperationForm>
    </Dialog>
  );
}
