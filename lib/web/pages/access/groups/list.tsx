import type { Group } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<Group>[] = [
  { title: 'Name', sort: 'name', cell: ({ name }) => <a href={hrefOf(`/iam/groups/${name}`)}>{name}</a> },
  { title: 'Description', cell: ({ description }) => description ?? <span className="about">–</span> },
  { title: 'Members', number: true, cell: ({ members }) => members.length },
  { title: 'Policies', number: true, cell: ({ policies }) => policies.length },
  { title: 'Created', line: true, sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's groups of IAM users. */
export function Page() {
  return (
    <ListPage
      operation="listGroups"
      title="IAM groups"
      noun="group"
      columns={columns}
      create={{ to: hrefOf('/iam/groups/new'), label: 'Create an IAM group' }}
      empty="A group gives its policies to all its members, so that you define the permissions of a role once."
      command="svc group create readers --policy ReadOnlyAccess"
    />
  );
}
