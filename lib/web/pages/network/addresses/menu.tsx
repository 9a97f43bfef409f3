import { useState } from 'react';
import type { ElasticIp } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { say } from '#lib/web/parts/toasts.tsx';
import { AttachAddress, DetachAddress } from './dialogs.tsx';

/** What can be done with an elastic IP. */
export function AddressMenu({ address, onReleased }: { address: ElasticIp; onReleased?: () => void }) {
  const [open, setOpen] = useState<'attach' | 'detach' | 'labels' | 'release'>();
  const close = () => setOpen(undefined);
  const can = (action: ElasticIp['allowed_actions'][number]) => refusedNow(address, action);
  const isAttached = address.status === 'attached';
  const whyKept = isAttached ? 'it is attached: detach it first' : undefined;
  const name = address.name ?? address.address;
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        items={[
          isAttached
            ? { label: 'Detach …', act: () => setOpen('detach'), refused: can('detach') }
            : { label: 'Attach …', act: () => setOpen('attach'), refused: can('attach') },
          { label: 'Name and tags …', act: () => setOpen('labels'), refused: can('update') },
          {
            label: 'Release …',
            act: () => setOpen('release'),
            refused: refusedNow(address, 'release', whyKept),
            danger: true,
          },
        ]}
      />
      {open === 'attach' && <AttachAddress address={address} onClose={close} />}
      {open === 'detach' && <DetachAddress address={address} onClose={close} />}
      {open === 'labels' && (
        <EditLabels
          operation="updateElasticIp"
          argsOf={({ name: given, ...rest }) => ({
            id: address.id,
            body: { ...rest, ...(given !== undefined && { name: given || null }) },
          })}
          name={address.name ?? ''}
          tags={address.tags}
          nameless
          onClose={close}
        />
      )}
      {open === 'release' && (
        <Confirm
          operation="releaseElasticIp"
          args={{ id: address.id }}
          title={`Release ${name}`}
          submit="Release elastic IP"
          name={name}
          preview
          onClose={close}
          onDone={() => {
            say(`${address.address} is released.`);
            onReleased?.();
          }}
        >
          The address {address.address} is released, and another account may get it. DNS names that point to it then
          lead to that account.
        </Confirm>
      )}
    </>
  );
}
