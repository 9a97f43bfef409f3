import { useMemo } from 'react';
import type { Health, Image, Instance } from '#lib/generated/client/schemas.ts';
import { useList, useRead } from '#lib/web/api/query.ts';
import { ImageRef } from '#lib/web/pages/compute/images/shown.tsx';
import type { Choosable } from '#lib/web/parts/choose-columns.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Status } from '#lib/web/parts/status.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Cpu, type SeenLoads, useLoads } from './cpu.tsx';
import { publicAddress, sshCommand } from './ssh-command.ts';

const none: readonly Image[] = [];

/** What says whom machines let in. */
interface Known {
  readonly images: readonly Image[];
  readonly health: Health | undefined;
}

/** The columns of the list of instances. */
export function useInstanceColumns(): readonly Choosable<Instance>[] {
  const { items: images = none } = useList('listImages');
  const { data: health } = useRead('getHealth');
  const loads = useLoads();
  return useMemo(() => [...front({ images, health }), cpuOf(loads), ...facts], [images, health, loads]);
}

/** What an instance is called, how it is and where it is reached. */
const front = (known: Known): readonly Choosable<Instance>[] => [
  {
    title: 'Name',
    sort: 'name',
    by: ({ name }) => name,
    line: true,
    cell: ({ id, name }) => (
      <a href={hrefOf(`/instances/${id}`)} title={name}>
        {name}
      </a>
    ),
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
    cell: (one) => <PublicAddress instance={one} known={known} />,
  },
];

/** Only rows on the screen have a load, so nothing sorts by it. */
const cpuOf = (loads: SeenLoads): Choosable<Instance> => ({
  title: 'CPU',
  cell: (one) => <Cpu instance={one} loads={loads} />,
});

/** What it is. */
const facts: readonly Choosable<Instance>[] = [
  {
    title: 'Private address',
    extra: true,
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
function PublicAddress({ instance, known: { images, health } }: { instance: Instance; known: Known }) {
  if (!instance.public_ip) return '–';
  const address = publicAddress(instance);
  const command = sshCommand(instance, { image: images.find(({ id }) => id === instance.image_id), health });
  if (command === undefined) return <Copy text={address} label="the public address" />;
  return (
    <Copy text={command} label={`the ssh command of ${instance.name}`}>
      <code>{address}</code>
    </Copy>
  );
}
