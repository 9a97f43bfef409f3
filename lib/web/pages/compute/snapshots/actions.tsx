import type { Snapshot } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { hrefOf } from '#lib/web/shell/router.ts';

/** What can be done with a snapshot. */
export function actionsOf(snapshot: Snapshot): MenuItem[] {
  const items: MenuItem[] = [
    { label: 'Launch from it', to: hrefOf(`/instances/new?image=${snapshot.id}`) },
    { label: 'Create an image', to: imageFrom(snapshot) },
    { label: 'Name and tags …', act: () => openDialog(labels(snapshot)), refused: refusedNow(snapshot, 'update') },
    {
      label: 'Delete …',
      act: () => openDialog(deletion(snapshot)),
      refused: refusedNow(snapshot, 'delete'),
      danger: true,
    },
  ];
  return snapshot.status === 'available' ? items : items.slice(2);
}

/** The form that makes an image of a snapshot. */
export const imageFrom = ({ id }: Snapshot): string => hrefOf(`/images/new?snapshot=${id}`);

const labels = ({ id, name, tags }: Snapshot) => (
  <EditLabels operation="updateSnapshot" argsOf={(body) => ({ id, body })} name={name} tags={tags} />
);

const deletion = ({ id, name }: Snapshot) => (
  <Confirm
    operation="deleteSnapshot"
    args={{ id }}
    title={`Delete ${name}`}
    submit="Delete snapshot"
    name={name}
    preview
    said={`${name} is being deleted.`}
    list="/snapshots"
  >
    You can no longer restore it or launch from it. Machines that were launched from it are kept.
  </Confirm>
);
