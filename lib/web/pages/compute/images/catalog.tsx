import type { Image } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';
import { byPresence } from './image.ts';
import { Absent, ImageState } from './shown.tsx';

const columns: readonly Column<Image>[] = [
  { title: 'Name', cell: ({ id, name }) => <a href={hrefOf(`/images/${id}`)}>{name}</a> },
  { title: 'Status', line: true, cell: (image) => <ImageState image={image} /> },
  { title: 'Size', number: true, cell: ({ size_bytes }) => (size_bytes === null ? '–' : size(size_bytes)) },
  { title: 'Log in as', cell: ({ default_user }) => <code>{default_user}</code> },
  { title: 'ID', whole: true, cell: ({ id }) => <code>{id}</code> },
];

/** The images of the platform: those that can be launched, and the others behind one line. */
export function Catalog() {
  const { items, error, again } = useList('listImages', { query: { type: 'system' } });
  const { there, absent } = byPresence(items ?? []);
  return (
    <section className="stack" aria-labelledby="catalog-title">
      <h2 id="catalog-title">Catalog</h2>
      {error && <Problem error={error} again={again} />}
      {!items && !error && <Loading as="rows" />}
      {there.length > 0 && (
        <Table
          label="Images of the platform"
          columns={columns}
          rows={there}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          actions={actionsOf}
        />
      )}
      <Absent images={absent} linked />
    </section>
  );
}
