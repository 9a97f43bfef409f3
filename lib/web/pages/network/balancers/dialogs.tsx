import { useState } from 'react';
import type { LoadBalancer } from '#lib/generated/client/schemas.ts';
import { Dialog } from '#lib/web/parts/dialog.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { BackendFields } from './backend-fields.tsx';
import { backendBody, newBackend } from './draft.ts';

/** Adds an instance to the backends of a load balancer. */
export function AddBackend({ balancer, onClose }: { balancer: LoadBalancer; onClose: () => void }) {
  const [draft, setDraft] = useState(newBackend);
  const args = draft.instance === '' ? undefined : { id: balancer.id, body: backendBody(draft) };
  const without = new Set(balancer.backends.map(({ instance_id }) => instance_id));
  return (
    <Dialog title={`Add a backend to ${balancer.name}`} onClose={onClose}>
      <OperationForm operation="addLoadBalancerBackend" args={args} submit="Add backend" onDone={onClose}>
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
