import type { Bucket } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { size } from '#lib/web/parts/size.ts';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Total } from './total.tsx';

const columns: readonly Column<Bucket>[] = [
  { title: 'Name', sort: 'name', cell: ({ name }) => <a href={hrefOf(`/buckets/${name}`)}>{name}</a> },
  {
    title: 'Status',
    line: true,
    cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} />,
  },
  { title: 'Objects', number: true, cell: ({ usage }) => usage.objects.toLocaleString('en') },
  { title: 'Size', number: true, cell: ({ usage }) => size(usage.size_bytes) },
  { title: 'Access', cell: ({ acl }) => (acl === 'public-read' ? 'anyone can read' : 'private') },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's buckets. */
export function Page() {
  return (
    <ListPage
      operation="listBuckets"
      title="Buckets"
      noun="bucket"
      columns={columns}
      head={<Total />}
      statuses={['creating', 'active', 'deleting', 'failed']}
      create={{ to: hrefOf('/buckets/new'), label: 'Create a bucket' }}
      empty="A bucket stores files for browsers, programs and S3 clients. You pay only for what it stores."
      command="svc bucket create photos-2026"
      actions={({ name }) => [
        { label: 'Objects', to: hrefOf(`/buckets/${name}`) },
        { label: 'Keys', to: hrefOf(`/buckets/${name}?tab=keys`) },
        { label: 'How to connect', to: hrefOf(`/buckets/${name}?tab=connect`) },
        { label: 'Settings', to: hrefOf(`/buckets/${name}?tab=settings`) },
      ]}
    />
  );
}
