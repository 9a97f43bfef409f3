import type { JoinToken } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';

const columns: readonly Column<JoinToken>[] = [
  { title: 'Token', cell: ({ id }) => <code>{id}</code> },
  { title: 'For', cell: ({ host_id }) => host_id ?? 'a new host' },
  { title: 'Created by', cell: ({ created_by }) => created_by ?? '–' },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
];

/** The tokens that nobody has used yet. */
export function TokensTab() {
  return (
    <ListPage
      operation="listJoinTokens"
      noun="token"
      search={false}
      columns={columns}
      nameOf={({ id }) => `the token ${id}`}
      actions={({ id }) => [{ label: 'Delete', danger: true, act: () => openDialog(deletion(id)) }]}
      empty="A join token turns one machine into a host. It works once."
      command="svc platform create-join-token"
    />
  );
}

const deletion = (id: string) => (
  <Confirm
    operation="deleteJoinToken"
    args={{ id }}
    title={`Delete the token ${id}`}
    submit="Delete"
    name={id}
    preview
    said="The token is deleted."
  >
    No machine can join with it any more.
  </Confirm>
);
