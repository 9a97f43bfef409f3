import type { Image } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { size } from '#lib/web/parts/size.ts';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';
import { Catalog } from './catalog.tsx';
import { ImagePrice, PriceProblem } from './price.tsx';
import { ImageState, Source } from './shown.tsx';

const columns: readonly Column<Image>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/images/${id}`)}>{name}</a> },
  { title: 'Status', line: true, cell: (image) => <ImageState image={image} /> },
  { title: 'Source', cell: ({ source }) => <Source source={source} brief /> },
  { title: 'Size', number: true, cell: ({ size_bytes }) => (size_bytes === null ? '–' : size(size_bytes)) },
  { title: 'A month', number: true, cell: ({ size_bytes }) => <ImagePrice bytes={size_bytes} /> },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's own images, and below them those of the platform. */
export function Page() {
  return (
    <>
      <ListPage
        operation="listImages"
        filter={{ type: 'account' }}
        title="Images"
        noun="image"
        columns={columns}
        nameOf={({ name }) => name}
        statuses={['available', 'creating', 'error']}
        create={{ to: hrefOf('/images/new'), label: 'Create an image' }}
        empty="An image is the system that a new machine starts from. Make your own from any OCI image of a registry, from a file in a bucket, or from a snapshot."
        command="svc image create redis --source-registry registry.example.in/library/redis:7"
        actions={actionsOf}
      />
      <PriceProblem />
      <Catalog />
    </>
  );
}
