import { useState } from 'react';
import type { Volume } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { say } from '#lib/web/parts/toasts.tsx';
import { AttachVolume, DetachVolume, GrowVolume } from './dialogs.tsx';

type Open = 'attach' | 'detach' | 'grow' | 'labels' | 'delete';

/** What can be done with a volume. */
export function VolumeMenu({ volume, onDeleted }: { volume: Volume; onDeleted?: () => void }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const entry = (label: string, act: Open, refused: string | undefined) => ({
    label,
    act: () => setOpen(act),
    refused,
  });
  const isAttached = volume.status === 'in-use';
  return (
    <>
      <Menu
        label={`Actions for ${volume.name}`}
        items={[
          isAttached
            ? entry('Detach …', 'detach', refusedNow(volume, 'detach'))
            : entry('Attach …', 'attach', refusedNow(volume, 'attach')),
          entry('Grow …', 'grow', refusedNow(volume, 'update')),
          entry('Name and tags …', 'labels', refusedNow(volume, 'update')),
          { ...entry('Delete …', 'delete', refusedNow(volume, 'delete', whyKept(volume))), danger: true },
        ]}
      />
      {open === 'attach' && <AttachVolume volume={volume} onClose={close} />}
      {open === 'detach' && <DetachVolume volume={volume} onClose={close} />}
      {open === 'grow' && <GrowVolume volume={volume} onClose={close} />}
      {open === 'labels' && (
        <EditLabels
          operation="updateVolume"
          argsOf={(body) => ({ vol_id: volume.id, body })}
          name={volume.name}
          tags={volume.tags}
          hint="The name is part of the path /mnt/<name>, so you cannot change it while the volume is attached."
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <Confirm
          operation="deleteVolume"
          args={{ vol_id: volume.id }}
          title={`Delete ${volume.name}`}
          submit="Delete volume"
          name={volume.name}
          preview
          onClose={close}
          onDone={() => {
            say(`${volume.name} is being deleted.`);
            onDeleted?.();
          }}
        >
          The volume and its {volume.size_gib} GiB of files are deleted for good. There is no copy.
        </Confirm>
      )}
    </>
  );
}

const whyKept = ({ status }: Volume): string | undefined =>
  status === 'in-use' ? 'it is attached: detach it first' : undefined;
