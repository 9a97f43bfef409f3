import type { IamUser } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<IamUser>[] = [
  {
    title: 'User name',
    sort: 'name',
    cell: ({ username }) => <a href={hrefOf(`/iam/users/${username}`)}>{username}</a>,
  },
  { title: 'IAM groups', cell: ({ groups }) => groups.join(', ') || <span className="about">–</span> },
  { title: 'Password', cell: ({ console_access }) => (console_access ? 'yes' : 'no') },
  { title: 'Codes', cell: ({ mfa_enabled }) => (mfa_enabled ? 'yes' : 'no') },
  { title: 'Keys', number: true, cell: ({ access_key_count }) => access_key_count },
  { title: 'Last login', cell: ({ last_login_at }) => <Time at={last_login_at} /> },
  { title: 'Created', line: true, sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's IAM users. */
export function Page() {
  return (
    <ListPage
      operation="listUsers"
      title="IAM users"
      noun="user"
      columns={columns}
      nameOf={({ username }) => username}
      create={{ to: hrefOf('/iam/users/new'), label: 'Create a user' }}
      empty="An IAM user is a person or a program with a password or access keys. Policies define its permissions."
      command="svc user create ci --policy ReadOnlyAccess"
    />
  );
}
