import type { ReactElement } from 'react';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Empty } from '#lib/web/parts/empty.tsx';
import { Table } from '#lib/web/parts/table.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  /** Its page. */
  readonly to: string;
  readonly about?: string | undefined;
}

interface NamedProps {
  readonly label: string;
  /** The head of the column with the names. */
  readonly title: string;
  readonly rows: readonly Row[];
  /** What the menu of a row says: `Detach`. */
  readonly remove: string;
  /** What asks before it is taken. */
  readonly removal: (id: string) => ReactElement;
  readonly empty: string;
}

/** A short table of what belongs to something by name, and can be taken from it. */
export function Named({ label, title, rows, remove, removal, empty }: NamedProps) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <Table
      label={label}
      columns={[
        { title, cell: ({ name, to }: Row) => <a href={to}>{name}</a> },
        ...(rows.some(({ about }) => about) ? [{ title: 'About', cell: ({ about }: Row) => about }] : []),
      ]}
      rows={rows}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      actions={({ id }) => [{ label: remove, danger: true, act: () => openDialog(removal(id)) }]}
    />
  );
}
