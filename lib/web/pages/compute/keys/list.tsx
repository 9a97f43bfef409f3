import { useState } from 'react';
import type { SshKey } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<SshKey>[] = [
  { title: 'Name', sort: 'name', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Fingerprint', cell: ({ fingerprint }) => <Copy text={fingerprint} label="the fingerprint" /> },
  { title: 'Tags', cell: ({ tags }) => <TagList tags={tags} /> },
  { title: 'Imported', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's SSH keys. */
export function Page() {
  return (
    <ListPage
      operation="listSshKeys"
      title="SSH keys"
      noun="SSH key"
      columns={columns}
      nameOf={({ name }) => name}
      create={{ to: hrefOf('/keys/new'), label: 'Import an SSH key' }}
      empty="An SSH key lets you log in to the instances that you launch with it. Only the public half is stored here."
      command="svc ssh-key import laptop --public-key @~/.ssh/id_ed25519.pub"
      menu={(key) => <KeyMenu item={key} />}
    />
  );
}

function KeyMenu({ item }: { item: SshKey }) {
  const [open, setOpen] = useState<'labels' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        label={`Actions for ${item.name}`}
        items={[
          { label: 'Name and tags …', act: () => setOpen('labels') },
          { label: 'Delete …', act: () => setOpen('delete'), danger: true },
        ]}
      />
      {open === 'labels' && (
        <EditLabels
          operation="updateSshKey"
          argsOf={(body) => ({ id: item.id, body })}
          name={item.name}
          tags={item.tags}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <Confirm
          operation="deleteSshKey"
          args={{ id: item.id }}
          title={`Delete ${item.name}`}
          submit="Delete SSH key"
          name={item.name}
          preview
          onClose={close}
          onDone={() => say(`${item.name} is deleted.`)}
        >
          You can no longer launch instances with it. Machines that have the key keep it: remove it from them by hand.
        </Confirm>
      )}
    </>
  );
}
