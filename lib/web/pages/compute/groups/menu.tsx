import { useState } from 'react';
import type { Asg } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { Check } from '#lib/web/parts/field.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { say } from '#lib/web/parts/toasts.tsx';

/** What can be done with a group. */
export function GroupMenu({ group, onDeleted }: { group: Asg; onDeleted?: () => void }) {
  const [open, setOpen] = useState<'refresh' | 'labels' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        label={`Actions for ${group.name}`}
        items={[
          { label: 'Replace every member …', act: () => setOpen('refresh'), refused: refusedNow(group, 'refresh') },
          { label: 'Name and tags …', act: () => setOpen('labels'), refused: refusedNow(group, 'update') },
          { label: 'Delete …', act: () => setOpen('delete'), refused: refusedNow(group, 'delete'), danger: true },
        ]}
      />
      {open === 'refresh' && <Refresh group={group} onClose={close} />}
      {open === 'labels' && (
        <EditLabels
          operation="updateAutoScalingGroup"
          argsOf={(body) => ({ id: group.id, body })}
          name={group.name}
          tags={group.tags}
          onClose={close}
        />
      )}
      {open === 'delete' && <Delete group={group} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}

interface DialogProps {
  readonly group: Asg;
  readonly onClose: () => void;
}

/** Replaces every member of a group, one after another. */
export function Refresh({ group, onClose }: DialogProps) {
  return (
    <Confirm
      operation="refreshAutoScalingGroup"
      args={{ id: group.id }}
      title={`Replace every member of ${group.name}`}
      submit="Replace"
      name={group.name}
      onClose={onClose}
    >
      Its {group.current_size} members are replaced by new ones, one after another, with the type, image, key and user
      data that the group has now. The data on their disks is lost.{' '}
      {group.max_size > group.desired_capacity
        ? 'Meanwhile the group has one more member.'
        : 'Meanwhile the group has one member fewer, because it is at its maximum size.'}
    </Confirm>
  );
}

function Delete({ group, onClose, onDeleted }: DialogProps & { onDeleted: (() => void) | undefined }) {
  const [keep, setKeep] = useState(false);
  return (
    <Confirm
      operation="deleteAutoScalingGroup"
      args={{ id: group.id, ...(keep && { query: { keep_instances: true } }) }}
      title={`Delete ${group.name}`}
      submit="Delete group"
      name={group.name}
      preview
      onClose={onClose}
      onDone={() => {
        say(`${group.name} is being deleted.`);
        onDeleted?.();
      }}
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
