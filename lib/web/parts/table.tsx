import type { ReactNode } from 'react';
import { Menu, type MenuItem } from './menu.tsx';
import { apiSort, nextOrder, type Sortable } from './order.ts';

/** A column of a table. */
export interface Column<T> extends Sortable<T> {
  readonly title: string;
  readonly cell: (item: T) => ReactNode;
  /** Whether it holds numbers, which end at the right. */
  readonly number?: boolean;
  /** Whether its values never wrap: short names of the platform's own. */
  readonly whole?: boolean;
  /** Whether it stands in the one line that an item then is on a phone, beside the first column. */
  readonly line?: boolean;
}

/** Which rows are ticked. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(id: string): void;
  all(ids: readonly string[]): void;
}

/** Draws some of the rows of a table, each by its place from 0. */
export type TableBody = (count: number, row: (at: number) => ReactNode) => ReactNode;

interface TableProps<T> {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (item: T) => string;
  /** How a row is called, for the labels of its controls. */
  readonly nameOf?: (item: T) => string;
  readonly selection?: Selection | undefined;
  /** What can be done with a row, in a menu at its end. */
  readonly actions?: ((item: T) => readonly MenuItem[]) | undefined;
  /** What else stands at the end of a row. */
  readonly end?: ((item: T) => ReactNode) | undefined;
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
  /** Whether there are rows that are not loaded. */
  readonly hasMore?: boolean;
  /** Draws the rows that are near the screen, for long lists (`windowed.tsx`). All are drawn by default. */
  readonly body?: TableBody | undefined;
}

/**
 * A table. Below 700 pixels a row is one line, where its columns say what stands in it; otherwise it is a card, in
 * which every value has its column's title.
 */
export function Table<T>(props: TableProps<T>) {
  const { label, columns, rows, idOf, nameOf = idOf, selection, actions, body, hasMore } = props;
  const { end = actions && ((row: T) => <Menu label={`Actions for ${nameOf(row)}`} items={actions(row)} />) } = props;
  const drawn = (at: number) => {
    // A row may be the number 0.
    const row = rows[at];
    return row !== undefined && <Line key={idOf(row)} row={row} at={at} {...props} nameOf={nameOf} end={end} />;
  };
  return (
    // It takes the focus, so that the keyboard can scroll it where it is wider than the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section className="table-box" aria-label={label} tabIndex={0}>
      <table className={kindOf(columns, body)} aria-rowcount={body && (hasMore ? -1 : rows.length + 1)}>
        <caption className="unseen">{label}</caption>
        <thead>
          <tr aria-rowindex={body && 1}>
            {selection && (
              <th scope="col" className="tick">
                <input
                  type="checkbox"
                  aria-label="Select all"
                  checked={rows.length > 0 && rows.every((row) => selection.ids.has(idOf(row)))}
                  onChange={(event) => selection.all(event.target.checked ? rows.map(idOf) : [])}
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.title} column={column} {...props} />
            ))}
            {end && (
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{body ? body(rows.length, drawn) : rows.map((_, at) => drawn(at))}</tbody>
      </table>
    </section>
  );
}

type LineProps<T> = TableProps<T> & Required<Pick<TableProps<T>, 'nameOf'>> & { readonly row: T; readonly at: number };

function Line<T>({ row, at, columns, idOf, nameOf, selection, end, body }: LineProps<T>) {
  return (
    <tr aria-rowindex={body && at + 2}>
      {selection && (
        <td className="tick">
          <input
            type="checkbox"
            aria-label={`Select ${nameOf(row)}`}
            checked={selection.ids.has(idOf(row))}
            onChange={() => selection.toggle(idOf(row))}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.title} data-title={column.title} className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
      {end && <td className="end">{end(row)}</td>}
    </tr>
  );
}

/** Rows of one height for long lists, and on a phone one line an item where its columns say what stands in it. */
const kindOf = <T,>(columns: readonly Column<T>[], body: TableBody | undefined): string | undefined =>
  [body && 'lines', columns.some(({ line }) => line) && 'short'].filter(Boolean).join(' ') || undefined;

const classOf = <T,>({ number, whole, line }: Column<T>): string | undefined =>
  [number ? 'number' : whole && 'whole', line && 'line'].filter(Boolean).join(' ') || undefined;

function Heading<T>({ column, sort, onSort, hasMore }: { column: Column<T> } & TableProps<T>) {
  const { title, sort: field, number, by } = column;
  const way = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  const className = number ? 'number' : undefined;
  if (field === undefined || !onSort || (hasMore && !apiSort(field))) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  }
  return (
    <th scope="col" className={className} aria-sort={way ?? 'none'}>
      <button
        type="button"
        className="quiet"
        onClick={() => onSort(nextOrder(field, sort, by !== undefined && !hasMore))}
      >
        {title} {way === 'ascending' ? '↑' : way === 'descending' ? '↓' : ''}
      </button>
    </th>
  );
}
