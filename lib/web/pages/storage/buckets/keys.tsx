import type { Bucket, BucketKey, NewBucketKey } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { atOnce, type MenuItem } from '#lib/web/parts/menu.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { NewKey, RotateKey, Secret } from './key-dialogs.tsx';

const columns: readonly Column<BucketKey>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Key', cell: ({ access_key_id }) => <Copy text={access_key_id} label="the access key id" /> },
  { title: 'Permissions', cell: ({ permission, prefix }) => `${mays[permission]}${prefix ? ` below ${prefix}` : ''}` },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
  { title: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
];

const mays: Readonly<Record<BucketKey['permission'], string>> = {
  read: 'get and list',
  write: 'put and delete',
  readwrite: 'get, list, put and delete',
};

/** The access keys of a bucket, for programs that speak S3. */
export function Keys({ bucket: { name } }: { bucket: Bucket }) {
  return (
    <>
      <div className="row spread">
        <p className="about">A key gives access only to this bucket. A bucket has at most ten keys.</p>
        <button type="button" className="primary" onClick={() => openDialog(<NewKey bucket={name} onDone={show} />)}>
          Create a key
        </button>
      </div>
      <ListPage
        operation="listBucketKeys"
        args={{ name }}
        noun="key"
        search={false}
        columns={columns}
        nameOf={(key) => key.name}
        empty="A key lets a program, such as aws, rclone or a backup, use this bucket over S3. Its secret is shown once."
        command={`svc bucket-key create ${name} --name laptop --permission readwrite`}
        actions={(key) => actionsOf(name, key)}
      />
    </>
  );
}

const show = (key: NewBucketKey) => openDialog(<Secret of={key} />);

function actionsOf(bucket: string, key: BucketKey): MenuItem[] {
  const { name, access_key_id, status } = key;
  const isActive = status === 'active';
  return [
    { label: 'Rotate', act: () => openDialog(<RotateKey bucket={bucket} of={key} onDone={show} />) },
    atOnce({
      operation: 'updateBucketKey',
      args: { name: bucket, access_key_id, body: { status: isActive ? 'inactive' : 'active' } },
      label: isActive ? 'Deactivate' : 'Activate',
      said: `The key ${name} is ${isActive ? 'inactive' : 'active'} now.`,
      undo: { operation: 'updateBucketKey', args: { name: bucket, access_key_id, body: { status } } },
      failed: `The key ${name} was not changed.`,
    }),
    { label: 'Delete', danger: true, act: () => openDialog(deletion(bucket, key)) },
  ];
}

const deletion = (bucket: string, { name, access_key_id }: BucketKey) => (
  <Confirm
    operation="deleteBucketKey"
    args={{ name: bucket, access_key_id }}
    title={`Delete the key ${name}`}
    submit="Delete key"
    name={name}
    preview
  >
    The key is refused from the next request on. Objects that were uploaded with it are kept.
  </Confirm>
);
