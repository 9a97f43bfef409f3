import type { Invite } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<Invite>[] = [
  { title: 'E-mail address', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Status', cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} /> },
  { title: 'Invited by', cell: ({ invited_by }) => invited_by },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
];

/** The invitations that nobody has accepted yet. */
export function InvitesTab() {
  return (
    <ListPage
      operation="listInvites"
      noun="invite"
      columns={columns}
      nameOf={({ email }) => `the invite of ${email}`}
      actions={(invite) => [
        {
          label: 'Revoke',
          danger: true,
          act: () => openDialog(revocation(invite)),
          refused: refusedNow(invite, 'delete'),
        },
      ]}
      create={{ to: hrefOf('/team/invite'), label: 'Invite a member' }}
      empty="An invitation is sent by mail. Its link works for a week, and only for the invited address."
      command="svc invite create --email dev@example.com --role developer"
    />
  );
}

const revocation = ({ id, email }: Invite) => (
  <Confirm
    operation="revokeInvite"
    args={{ id }}
    title={`Revoke the invite of ${email}`}
    submit="Revoke"
    name={email}
    preview
    said="The invite is revoked."
  >
    The link in the mail stops working. You can send another invite.
  </Confirm>
);
