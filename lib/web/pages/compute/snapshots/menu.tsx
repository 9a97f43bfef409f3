import { useState } from 'react';
import type { Snapshot } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { Menu, type MenuItem } from '#lib/web/parts/menu.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

/** What can be done with a snapshot. */
export function SnapshotMenu({ snapshot, onDeleted }: { snapshot: Snapshot; onDeleted?: () => void }) {
  const [open, setOpen] = useState<'labels' | 'delete'>();
  const close = () => setOpen(undefined);
  const items: MenuItem[] = [
    { label: 'Launch from it', to: hrefOf(`/instances/new?image=${snapshot.id}`) },
    { label: 'Name and tags …', act: () => setOpen('labels'), refused: refusedNow(snapshot, 'update') },
    { label: 'Delete …', act: () => setOpen('delete'), refused: refusedNow(snapshot, 'delete'), danger: true },
  ];
  return (
    <>
      <Menu label={`Actions for ${snapshot.name}`} items={snapshot.status === 'available' ? items : items.slice(1)} />
      {open === 'labels' && (
        <EditLabels
          operation="updateSnapshot"
          argsOf={(body) => ({ id: snapshot.id, body })}
          name={snapshot.name}
          tags={snapshot.tags}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <Confirm
          operation="deleteSnapshot"
          args={{ id: snapshot.id }}
          title={`Delete ${snapshot.name}`}
          submit="Delete snapshot"
          name={snapshot.name}
          preview
          onClose={close}
          onDone={() => {
            say(`${snapshot.name} is being deleted.`);
            onDeleted?.();
          }}
        >
          You can no longer restore it or launch from it. Machines that were launched from it are kept.
        </Confirm>
      )}
    </>
  );
}
