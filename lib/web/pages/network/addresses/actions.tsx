import { useState } from 'react';
import type { ElasticIp } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { closeDialog, Dialog, openDialog } from '#lib/web/parts/dialog.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';

/** What can be done with an elastic IP. */
export function actionsOf(address: ElasticIp): MenuItem[] {
  const can = (action: ElasticIp['allowed_actions'][number], why?: string) => refusedNow(address, action, why);
  const isAttached = address.status === 'attached';
  return [
    isAttached
      ? { label: 'Detach …', act: () => openDialog(<DetachAddress address={address} />), refused: can('detach') }
      : { label: 'Attach …', act: () => openDialog(<AttachAddress address={address} />), refused: can('attach') },
    { label: 'Name and tags …', act: () => openDialog(labels(address)), refused: can('update') },
    {
      label: 'Release …',
      act: () => openDialog(release(address)),
      refused: can('release', isAttached ? 'it is attached: detach it first' : undefined),
      danger: true,
    },
  ];
}

const labels = ({ id, name, tags }: ElasticIp) => (
  <EditLabels
    operation="updateElasticIp"
    argsOf={({ name: given, ...rest }) => ({
      id,
      body: { ...rest, ...(given !== undefined && { name: given || null }) },
    })}
    name={name ?? ''}
    tags={tags}
    nameless
  />
);

const release = ({ id, name, address }: ElasticIp) => (
  <Confirm
    operation="releaseElasticIp"
    args={{ id }}
    title={`Release ${name ?? address}`}
    submit="Release elastic IP"
    name={name ?? address}
    preview
    said={`${address} is released.`}
    list="/addresses"
  >
    The address {address} is released, and another account may get it. DNS names that point to it then lead to that
    account.
  </Confirm>
);

/** Attaches an elastic IP to an instance. */
export function AttachAddress({ address }: { address: ElasticIp }) {
  const [instance, setInstance] = useState('');
  const args = instance ? { id: address.id, body: { instance_id: instance } } : undefined;
  return (
    <Dialog title={`Attach ${address.address}`}>
      <OperationForm operation="attachElasticIp" args={args} submit="Attach" onDone={closeDialog}>
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
export function DetachAddress({ address }: { address: ElasticIp }) {
  return (
    <Confirm
      operation="detachElasticIp"
      args={{ id: address.id }}
      title={`Detach ${address.address}`}
      submit="Detach"
      name={address.name ?? address.address}
      preview
      said={`${address.address} is detached.`}
      undo={{ operation: 'attachElasticIp', args: { id: address.id, body: { instance_id: address.instance_id } } }}
    >
      Its connections end at once. The address stays yours and is charged until you release it.
    </Confirm>
  );
}
