import { useState } from 'react';
import type { Member } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { closeDialog, Dialog, openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { RoleField } from './role-field.tsx';
import { type Role, roleNames } from './roles.ts';

const columns: readonly Column<Member>[] = [
  { title: 'E-mail address', cell: ({ email }) => email },
  { title: 'Name', cell: ({ name }) => name ?? <span className="about">–</span> },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Joined', sort: 'created_at', cell: ({ joined_at }) => <Time at={joined_at} /> },
];

/** The members of the team, with their roles. */
export function MembersTab() {
  return (
    <ListPage
      operation="listMembers"
      noun="member"
      columns={columns}
      nameOf={({ email }) => email}
      filters={[{ name: 'role', label: 'Role', values: ['owner', ...roleNames] }]}
      actions={actionsOf}
      create={{ to: hrefOf('/team/invite'), label: 'Invite a member' }}
      empty="A member works in this account with their own login and role."
      command="svc invite create --email dev@example.com --role developer"
    />
  );
}

function actionsOf(member: Member): MenuItem[] {
  const refused = member.role === 'owner' ? 'The role of the owner cannot be changed.' : undefined;
  return [
    { label: 'Change the role', act: () => openDialog(<ChangeRole member={member} />), refused },
    { label: 'Remove', danger: true, act: () => openDialog(removal(member)), refused },
  ];
}

const removal = ({ id, email }: Member) => (
  <Confirm
    operation="removeMember"
    args={{ id }}
    title={`Remove ${email}`}
    submit="Remove"
    name={email}
    preview
    said={`${email} is no longer a member.`}
  >
    The member's sessions in this account end. The resources that the member created are kept.
  </Confirm>
);

function ChangeRole({ member }: { member: Member }) {
  const [role, setRole] = useState(member.role as Role);
  const done = () => {
    closeDialog();
    const former = { id: member.id, body: { role: member.role } };
    say(`${member.email} is ${role} now.`, { operation: 'updateMember', args: former });
  };
  return (
    <Dialog title={`The role of ${member.email}`}>
      <OperationForm
        operation="updateMember"
        args={{ id: member.id, body: { role } }}
        submit="Change the role"
        onDone={done}
      >
        {(error) => <RoleField value={role} onChange={setRole} error={error} />}
      </OperationForm>
    </Dialog>
  );
}
