import type { SshKey } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
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
      actions={actionsOf}
    />
  );
}

const actionsOf = (item: SshKey): MenuItem[] => [
  { label: 'Name and tags …', act: () => openDialog(labels(item)) },
  { label: 'Delete …', act: () => openDialog(deletion(item)), danger: true },
];

const labels = ({ id, name, tags }: SshKey) => (
  <EditLabels operation="updateSshKey" argsOf={(body) => ({ id, body })} name={name} tags={tags} />
);

const deletion = ({ id, name }: SshKey) => (
  <Confirm
    operation="deleteSshKey"
    args={{ id }}
    title={`Delete ${name}`}
    submit="Delete SSH key"
    name={name}
    preview
    said={`${name} is deleted.`}
  >
    You can no longer launch instances with it. Machines that have the key keep it: remove it from them by hand.
  </Confirm>
);
