import { useState } from 'react';
import type { JoinToken } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

const columns: readonly Column<JoinToken>[] = [
  { title: 'Token', cell: ({ id }) => <code>{id}</code> },
  { title: 'For', cell: ({ host_id }) => host_id ?? 'a new host' },
  { title: 'Created by', cell: ({ created_by }) => created_by ?? '–' },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
];

/** The tokens that nobody has used yet. */
export function TokensTab() {
  const [ending, setEnding] = useState<JoinToken>();
  return (
    <>
      <ListPage
        operation="listJoinTokens"
        noun="token"
        search={false}
        columns={columns}
        menu={(token) => (
          <Menu
            label={`Actions for the token ${token.id}`}
            items={[{ label: 'Delete', danger: true, act: () => setEnding(token) }]}
          />
        )}
        empty="A join token turns one machine into a host. It works once."
        command="svc platform create-join-token"
      />
      {ending && (
        <Confirm
          operation="deleteJoinToken"
          args={{ id: ending.id }}
          title={`Delete the token ${ending.id}`}
          submit="Delete"
          name={ending.id}
          preview
          onClose={() => setEnding(undefined)}
          onDone={() => say('The token is deleted.')}
        >
          No machine can join with it any more.
        </Confirm>
      )}
    </>
  );
}
