import type { Volume } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { AttachVolume, DetachVolume, GrowVolume } from './dialogs.tsx';

/** What can be done with a volume. */
export function actionsOf(volume: Volume): MenuItem[] {
  const isAttached = volume.status === 'in-use';
  return [
    isAttached
      ? {
          label: 'Detach …',
          act: () => openDialog(<DetachVolume volume={volume} />),
          refused: refusedNow(volume, 'detach'),
        }
      : {
          label: 'Attach …',
          act: () => openDialog(<AttachVolume volume={volume} />),
          refused: refusedNow(volume, 'attach'),
        },
    {
      label: 'Grow …',
      act: () => openDialog(<GrowVolume volume={volume} />),
      refused: refusedNow(volume, 'update'),
    },
    { label: 'Name and tags …', act: () => openDialog(labels(volume)), refused: refusedNow(volume, 'update') },
    {
      label: 'Delete …',
      act: () => openDialog(deletion(volume)),
      refused: refusedNow(volume, 'delete', isAttached ? 'it is attached: detach it first' : undefined),
      danger: true,
    },
  ];
}

const labels = ({ id, name, tags }: Volume) => (
  <EditLabels
    operation="updateVolume"
    argsOf={(body) => ({ vol_id: id, body })}
    name={name}
    tags={tags}
    hint="The name is part of the path /mnt/<name>, so you cannot change it while the volume is attached."
  />
);

const deletion = ({ id, name, size_gib }: Volume) => (
  <Confirm
    operation="deleteVolume"
    args={{ vol_id: id }}
    title={`Delete ${name}`}
    submit="Delete volume"
    name={name}
    preview
    said={`${name} is being deleted.`}
    list="/volumes"
  >
    The volume and its {size_gib} GiB of files are deleted for good. There is no copy.
  </Confirm>
);
