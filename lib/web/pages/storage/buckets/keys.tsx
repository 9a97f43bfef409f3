import { useState } from 'react';
import type { Bucket, BucketKey, NewBucketKey } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu, type MenuItem } from '#lib/web/parts/menu.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { sayProblem } from '#lib/web/parts/toasts.tsx';
import { NewKey, RotateKey, Secret } from './key-dialogs.tsx';

const columns: readonly Column<BucketKey>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Key', cell: ({ access_key_id }) => <Copy text={access_key_id} label="the access key id" /> },
  { title: 'Permissions', cell: ({ permission, prefix }) => `${mays[permission]}${prefix ? ` below ${prefix}` : ''}` },
  { title: 'State', cell: ({ status }) => <Status status={status} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
  { title: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
];

const mays: Readonly<Record<BucketKey['permission'], string>> = {
  read: 'get and list',
  write: 'put and delete',
  readwrite: 'get, list, put and delete',
};

type Asked =
  | { readonly what: 'new' }
  | { readonly what: 'rotate' | 'delete'; readonly key: BucketKey }
  | { readonly what: 'secret'; readonly key: NewBucketKey };

/** The access keys of a bucket, for programs that speak S3. */
export function Keys({ bucket: { name } }: { bucket: Bucket }) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const show = (key: NewBucketKey) => setAsked({ what: 'secret', key });
  return (
    <>
      <div className="row spread">
        <p className="about">A key gives access only to this bucket. A bucket has at most ten keys.</p>
        <button type="button" className="primary" onClick={() => setAsked({ what: 'new' })}>
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
        menu={(key) => <Menu label={`Actions for ${key.name}`} items={itemsOf(name, key, setAsked)} />}
      />
      {asked?.what === 'new' && <NewKey bucket={name} onClose={close} onDone={show} />}
      {asked?.what === 'rotate' && <RotateKey bucket={name} of={asked.key} onClose={close} onDone={show} />}
      {asked?.what === 'secret' && <Secret of={asked.key} onClose={close} />}
      {asked?.what === 'delete' && (
        <Confirm
          operation="deleteBucketKey"
          args={{ name, access_key_id: asked.key.access_key_id }}
          title={`Delete the key ${asked.key.name}`}
          submit="Delete the key"
          name={asked.key.name}
          preview
          onClose={close}
        >
          The key is refused from the next request on. Objects that were uploaded with it are kept.
        </Confirm>
      )}
    </>
  );
}

function itemsOf(name: string, key: BucketKey, ask: (asked: Asked) => void): MenuItem[] {
  const { access_key_id } = key;
  const status = key.status === 'active' ? ('inactive' as const) : ('active' as const);
  const args = { name, access_key_id, body: { status } };
  const turn = () =>
    change('updateBucketKey', args).catch((failure) =>
      sayProblem(`The key ${key.name} was not changed.`, asSvcError(failure)),
    );
  return [
    { label: 'Rotate', act: () => ask({ what: 'rotate', key }) },
    {
      label: status === 'active' ? 'Activate' : 'Deactivate',
      act: () => void turn(),
      deed: { operation: 'updateBucketKey', args },
    },
    { label: 'Delete', danger: true, act: () => ask({ what: 'delete', key }) },
  ];
}
