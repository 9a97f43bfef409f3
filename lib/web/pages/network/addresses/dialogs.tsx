import { useState } from 'react';
import type { ElasticIp } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Dialog } from '#lib/web/parts/dialog.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';

interface DialogProps {
  readonly address: ElasticIp;
  readonly onClose: () => void;
}

/** Attaches an elastic IP to an instance. */
export function AttachAddress({ address, onClose }: DialogProps) {
  const [instance, setInstance] = useState('');
  const args = instance ? { id: address.id, body: { instance_id: instance } } : undefined;
  return (
    <Dialog title={`Attach ${address.address}`} onClose={onClose}>
      <OperationForm operation="attachElasticIp" args={args} submit="Attach" onDone={onClose}>
        {(error) => (
          <Field
            label="Instance"
            name="instance_id"
            error={error}
            hint="Every port that the instance’s firewall allows is then reachable at this address, with SSH on port 22."
          >
            <Pick
              operation="listInstances"
              value={instance}
              onChange={setInstance}
              only={({ allowed_actions }) => allowed_actions.includes('attach_elastic_ip')}
            />
          </Field>
        )}
      </OperationForm>
    </Dialog>
  );
}

/** Detaches an elastic IP from its instance. */
export function DetachAddress({ address, onClose }: DialogProps) {
  return (
    <Confirm
      operation="detachElasticIp"
      args={{ id: address.id }}
      title={`Detach ${address.address}`}
      submit="Detach"
      name={address.name ?? address.address}
      preview
      onClose={onClose}
    >
      Its connections end at once. The address stays yours and is charged until you release it.
    </Confirm>
  );
}
