import type { Policy } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<Policy>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/iam/policies/${id}`)}>{name}</a> },
  { title: 'Created by', line: true, cell: ({ type }) => (type === 'managed' ? 'the platform' : 'this account') },
  { title: 'Description', cell: ({ description }) => description ?? <span className="about">–</span> },
  { title: 'Attached to', number: true, cell: ({ attachment_count }) => attachment_count },
  { title: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
];

/** The policies of the platform and of the account. */
export function Page() {
  return (
    <ListPage
      operation="listPolicies"
      title="Policies"
      noun="policy"
      columns={columns}
      nameOf={({ name }) => name}
      filters={[{ name: 'type', label: 'Type', values: ['managed', 'custom'] }]}
      create={{ to: hrefOf('/iam/policies/new'), label: 'Create a policy' }}
      empty="A policy allows or denies actions on resources."
      command="svc policy create launcher --document @launcher.json"
    />
  );
}
