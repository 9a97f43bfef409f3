import { useState } from 'react';
import type { Asg } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { Check } from '#lib/web/parts/field.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';

/** What can be done with a group. */
export const actionsOf = (group: Asg): MenuItem[] => [
  { label: 'Replace every member …', act: () => openDialog(refresh(group)), refused: refusedNow(group, 'refresh') },
  { label: 'Name and tags …', act: () => openDialog(labels(group)), refused: refusedNow(group, 'update') },
  {
    label: 'Delete …',
    act: () => openDialog(<Delete group={group} />),
    refused: refusedNow(group, 'delete'),
    danger: true,
  },
];

const labels = ({ id, name, tags }: Asg) => (
  <EditLabels operation="updateAutoScalingGroup" argsOf={(body) => ({ id, body })} name={name} tags={tags} />
);

/** Replaces every member of a group, one after another. */
export const refresh = (group: Asg) => (
  <Confirm
    operation="refreshAutoScalingGroup"
    args={{ id: group.id }}
    title={`Replace every member of ${group.name}`}
    submit="Replace"
    name={group.name}
  >
    Its {group.current_size} members are replaced by new ones, one after another, with the type, image, key and user
    data that the group has now. The data on their disks is lost.{' '}
    {group.max_size > group.desired_capacity
      ? 'Meanwhile the group has one more member.'
      : 'Meanwhile the group has one member fewer, because it is at its maximum size.'}
  </Confirm>
);

function Delete({ group }: { group: Asg }) {
  const [keep, setKeep] = useState(false);
  return (
    <Confirm
      operation="deleteAutoScalingGroup"
      args={{ id: group.id, ...(keep && { query: { keep_instances: true } }) }}
      title={`Delete ${group.name}`}
      submit="Delete group"
      name={group.name}
      preview
      said={`${group.name} is being deleted.`}
      list="/groups"
      options={
        <Check
          label="Keep its members"
          hint="They become ordinary instances, which keep running and are charged."
          checked={keep}
          onChange={setKeep}
        />
      }
    >
      {keep
        ? 'The group is deleted. Its members are kept.'
        : 'The group is deleted. Its members are terminated with their disks.'}
    </Confirm>
  );
}
