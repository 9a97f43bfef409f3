import { useMemo } from 'react';
import type { Image, Instance } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { ImageRef } from '#lib/web/pages/compute/images/shown.tsx';
import { AsCommands } from '#lib/web/parts/as-command.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf, deedOf, may, type PowerAction, power, powerActions } from './actions.tsx';
import { publicAddress, sshCommand } from './ssh-command.ts';
import { TerminateMany } from './terminate-many.tsx';

const columnsFor = (images: readonly Image[]): readonly Column<Instance>[] => [
  {
    title: 'Name',
    sort: 'name',
    by: ({ name }) => name,
    line: true,
    cell: ({ id, name }) => <a href={hrefOf(`/instances/${id}`)}>{name}</a>,
  },
  {
    title: 'Status',
    sort: 'status',
    by: ({ status }) => status,
    line: true,
    cell: (one) => <Status status={one.status} task={one.task} reason={one.status_reason} />,
  },
  {
    title: 'Public address',
    sort: 'public_address',
    by: (one) => (one.public_ip ? addressKey(publicAddress(one)) : ''),
    line: true,
    cell: (one) => <PublicAddress instance={one} images={images} />,
  },
  {
    title: 'Private address',
    sort: 'private_ip',
    by: ({ private_ip }) => addressKey(private_ip),
    cell: ({ private_ip }) => <Copy text={private_ip} label="the private address" />,
  },
  {
    title: 'Image',
    sort: 'image_id',
    by: ({ image_id }) => image_id,
    whole: true,
    cell: ({ image_id }) => <ImageOf id={image_id} />,
  },
  {
    title: 'Type',
    sort: 'instance_type_id',
    by: ({ instance_type_id }) => instance_type_id,
    whole: true,
    cell: ({ instance_type_id }) => instance_type_id,
  },
  {
    title: 'A month',
    sort: 'price_monthly',
    by: ({ plan }) => Number(plan.price_monthly),
    number: true,
    cell: ({ plan }) => wholeRupees(plan.price_monthly),
  },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** An address as a text that sorts by its numbers: `10.0.0.9` is before `10.0.0.10`. */
const addressKey = (address: string): string =>
  address
    .split(/[.:]/)
    .map((part) => part.padStart(5, '0'))
    .join('.');

/** Images of the catalog are short by their ids. */
const ImageOf = ({ id }: { id: string }) =>
  /^(img|snap)-/.test(id) ? <ImageRef id={id} /> : <a href={hrefOf(`/images/${id}`)}>{id}</a>;

/** Where an instance is reached; what is copied is the ssh command, where it is known. */
function PublicAddress({ instance, images }: { instance: Instance; images: readonly Image[] }) {
  if (!instance.public_ip) return '–';
  const address = publicAddress(instance);
  const command = sshCommand(
    instance,
    images.find(({ id }) => id === instance.image_id),
  );
  if (command === undefined) return <Copy text={address} label="the public address" />;
  return (
    <Copy text={command} label={`the ssh command of ${instance.name}`}>
      <code>{address}</code>
    </Copy>
  );
}

const statuses: readonly Instance['status'][] = [
  'provisioning',
  'running',
  'stopping',
  'stopped',
  'starting',
  'rebooting',
  'restoring',
  'error',
  'terminating',
  'terminated',
];

const none: readonly Image[] = [];

/** The account's instances, and what can be done with several at a time. */
export function Page() {
  const { items: images = none } = useList('listImages');
  const columns = useMemo(() => columnsFor(images), [images]);
  return (
    <ListPage
      operation="listInstances"
      title="Instances"
      noun="instance"
      columns={columns}
      nameOf={({ name }) => name}
      statuses={statuses}
      create={{ to: hrefOf('/instances/new'), label: 'Launch an instance' }}
      empty="An instance is a machine of your own with a shell. It starts in about a second and is billed by the second."
      command="svc instance launch web-1 --instance-type s1-nano"
      actions={actionsOf}
      bulk={(chosen) => <Bulk chosen={chosen} />}
    />
  );
}

const of = (able: readonly Instance[], chosen: readonly Instance[]): string =>
  able.length === chosen.length ? `${able.length}` : `${able.length} of ${chosen.length}`;

/** One button for each action of power that one of the ticked instances allows: `Stop 2 of 3`. */
function Bulk({ chosen }: { chosen: readonly Instance[] }) {
  const acts = (Object.keys(powerActions) as PowerAction[]).flatMap((action) => {
    const able = chosen.filter((one) => may(one, action));
    return able.length > 0 ? [{ action, able, label: `${powerActions[action].label} ${of(able, chosen)}` }] : [];
  });
  const ends = chosen.filter((one) => may(one, 'terminate'));
  const run = async (action: PowerAction, able: readonly Instance[]) => {
    // One after another, so that a hundred of them stay within the rate limit.
    for (const one of able) await power(one, action);
  };
  const all = acts.map(({ action, able, label }) => ({ label, deeds: able.map((one) => deedOf(one, action)) }));
  return (
    <>
      {acts.map(({ action, able, label }) => (
        <button key={action} type="button" onClick={() => void run(action, able)}>
          {label}
        </button>
      ))}
      <button type="button" className="danger" onClick={() => openDialog(<TerminateMany instances={chosen} />)}>
        Terminate {of(ends, chosen)}
      </button>
      {all.length > 0 && (
        <button type="button" className="quiet" onClick={() => openDialog(<AsCommands all={all} />)}>
          As commands
        </button>
      )}
    </>
  );
}
