import type { ReactNode } from 'react';
import { Menu, type MenuItem } from './menu.tsx';

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  readonly cell: (item: T) => ReactNode;
  /** The field by which the API can sort. */
  readonly sort?: string;
  /** Whether it holds numbers, which end at the right. */
  readonly number?: boolean;
  /** Whether its values never wrap: short names of the platform's own. */
  readonly whole?: boolean;
}

/** Which rows are ticked. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(id: string): void;
  all(ids: readonly string[]): void;
}

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
}

/** A table; below 700 pixels each row is a card, in which every value has its column's title. */
export function Table<T>(props: TableProps<T>) {
  const { label, columns, rows, idOf, nameOf = idOf, selection, actions } = props;
  const { end = actions && ((row: T) => <Menu label={`Actions for ${nameOf(row)}`} items={actions(row)} />) } = props;
  return (
    // It takes the focus, so that the keyboard can scroll it where it is wider than the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section className="table-box" aria-label={label} tabIndex={0}>
      <table>
        <caption className="unseen">{label}</caption>
        <thead>
          <tr>
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
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
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
          ))}
        </tbody>
      </table>
    </section>
  );
}

const classOf = <T,>({ number, whole }: Column<T>): string | undefined =>
  number ? 'number' : whole ? 'whole' : undefined;

function Heading<T>({ column, sort, onSort }: { column: Column<T> } & TableProps<T>) {
  const { title, sort: field, number } = column;
  const way = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  const className = number ? 'number' : undefined;
  if (field === undefined || !onSort) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  }
  return (
    <th scope="col" className={className} aria-sort={way ?? 'none'}>
      <button type="button" className="quiet" onClick={() => onSort(nextOrder(field, way))}>
        {title} {way === 'ascending' ? '↑' : way === 'descending' ? '↓' : ''}
      </button>
    </th>
  );
}

/** The API orders by time both ways, and by name upwards. */
const nextOrder = (field: string, way: string | undefined): string =>
  field === 'created_at' && way !== 'descending' ? '-created_at' : field;
