import { useState } from 'react';
import type { Member } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Dialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
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

type Acting = { readonly act: 'role' | 'remove'; readonly member: Member };

/** The members of the team, with their roles. */
export function MembersTab() {
  const [acting, setActing] = useState<Acting>();
  const close = () => setActing(undefined);
  const ofOwner = (role: string) => (role === 'owner' ? 'The role of the owner cannot be changed.' : undefined);
  return (
    <>
      <ListPage
        operation="listMembers"
        noun="member"
        columns={columns}
        nameOf={({ email }) => email}
        filters={[{ name: 'role', label: 'Role', values: ['owner', ...roleNames] }]}
        menu={(member) => (
          <Menu
            label={`Actions for ${member.email}`}
            items={[
              {
                label: 'Change the role',
                act: () => setActing({ act: 'role', member }),
                refused: ofOwner(member.role),
              },
              {
                label: 'Remove',
                danger: true,
                act: () => setActing({ act: 'remove', member }),
                refused: ofOwner(member.role),
              },
            ]}
          />
        )}
        create={{ to: hrefOf('/team/invite'), label: 'Invite a member' }}
        empty="A member works in this account with their own login and role."
        command="svc invite create --email dev@example.com --role developer"
      />
      {acting?.act === 'role' && <ChangeRole member={acting.member} onClose={close} />}
      {acting?.act === 'remove' && (
        <Confirm
          operation="removeMember"
          args={{ id: acting.member.id }}
          title={`Remove ${acting.member.email}`}
          submit="Remove"
          name={acting.member.email}
          preview
          onClose={close}
          onDone={() => say(`${acting.member.email} is no longer a member.`)}
        >
          The member's sessions in this account end. The resources that the member created are kept.
        </Confirm>
      )}
    </>
  );
}

function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState(member.role as Role);
  const done = () => {
    onClose();
    say(`${member.email} is ${role} now.`);
  };
  return (
    <Dialog title={`The role of ${member.email}`} onClose={onClose}>
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
