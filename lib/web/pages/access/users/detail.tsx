import type { IamUser } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { every } from '#lib/web/pages/access/every.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { KeysTab } from './keys.tsx';
import { OverviewTab } from './overview.tsx';
import { SetPassword } from './password.tsx';
import { PermissionsTab } from './permissions.tsx';

/** An IAM user: what it may do, and how it proves who it is. */
export function Page({ params: { username = '' } }: PageProps) {
  const read = useRead('getUser', { username }, { every });
  return (
    <Shown read={read} back={['/iam/users', 'IAM users']}>
      {(user) => <OneUser user={user} />}
    </Shown>
  );
}

function OneUser({ user }: { user: IamUser }) {
  const { username } = user;
  return (
    <>
      <Heading title={username} back={[hrefOf('/iam/users'), 'IAM users']}>
        <a className="button" href={hrefOf(`/iam/simulate?user=${encodeURIComponent(username)}`)}>
          Simulate permissions
        </a>
        <button type="button" onClick={() => openDialog(<SetPassword user={user} />)}>
          Set the password
        </button>
        <Menu
          label={`Actions for ${username}`}
          items={[{ label: 'Delete the user', danger: true, act: () => openDialog(deletion(username)) }]}
        />
      </Heading>
      <Tabs
        label="User"
        tabs={[
          { id: 'overview', title: 'Overview', show: () => <OverviewTab user={user} /> },
          { id: 'permissions', title: 'Permissions', show: () => <PermissionsTab user={user} /> },
          { id: 'keys', title: 'Access keys', show: () => <KeysTab username={username} /> },
        ]}
      />
    </>
  );
}

const deletion = (username: string) => (
  <Confirm
    operation="deleteUser"
    args={{ username }}
    title={`Delete ${username}`}
    submit="Delete"
    name={username}
    preview
    said={`User ${username} is deleted.`}
    list="/iam/users"
  >
    Its access keys and sessions stop working at once. The resources that it created are kept.
  </Confirm>
);
