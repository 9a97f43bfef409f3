import type { Image } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { isOwn } from './image.ts';

/** What can be done with an image. One of the platform's can only be launched. */
export function actionsOf(image: Image): MenuItem[] {
  const { id, available } = image;
  const uses = [
    { label: 'Launch an instance', to: hrefOf(`/instances/new?image=${id}`) },
    { label: 'Create an auto scaling group', to: hrefOf(`/groups/new?image=${id}`) },
  ];
  if (!isOwn(image)) return available ? uses : [];
  return [
    ...(available ? uses : []),
    { label: 'Name and tags …', act: () => openDialog(labels(image)), refused: refusedNow(image, 'update') },
    {
      label: 'Delete …',
      act: () => openDialog(deletion(image)),
      refused: refusedNow(image, 'delete'),
      danger: true,
    },
  ];
}

const labels = ({ id, name, tags }: Image) => (
  <EditLabels operation="updateImage" argsOf={(body) => ({ id, body })} name={name} tags={tags} />
);

const deletion = ({ id, name }: Image) => (
  <Confirm
    operation="deleteImage"
    args={{ id }}
    title={`Delete ${name}`}
    submit="Delete image"
    name={name}
    preview
    said={`${name} is being deleted.`}
    list="/images"
  >
    You can no longer launch from it.
  </Confirm>
);
