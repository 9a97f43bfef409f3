import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { Row } from './row.ts';

interface RowsProps<T extends Row> {
  /** What the rows are: `Listeners`. */
  readonly title: string;
  /** One of them: `listener`. */
  readonly noun: string;
  readonly rows: readonly T[];
  readonly onChange: (rows: readonly T[]) => void;
  /** A new row. */
  readonly blank: Omit<T, 'key'>;
  readonly least?: number;
  readonly most: number;
  readonly about?: ReactNode;
  /** What the platform has against all of them together. */
  readonly fault?: string | undefined;
  /** The fields of a row; `change` changes a part of it, `place` is its place from 0. */
  readonly children: (row: T, change: (part: Partial<T>) => void, place: number) => ReactNode;
}

/** A part of a form that there can be several of: they are added and taken away. */
export function Rows<T extends Row>(props: RowsProps<T>) {
  const { title, noun, rows, onChange, blank, least = 0, most, about, fault, children } = props;
  const add = () => onChange([...rows, { ...blank, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 } as T]);
  return (
    <fieldset className="stack">
      <legend>{title}</legend>
      {about && <p className="about">{about}</p>}
      {rows.map((row, place) => (
        <div key={row.key} className="form-row">
          {children(row, (part) => onChange(rows.map((one) => (one === row ? { ...one, ...part } : one))), place)}
          <button
            type="button"
            className="quiet"
            aria-label={`Remove ${noun} ${place + 1}`}
            disabled={rows.length <= least}
            onClick={() => onChange(rows.filter((one) => one !== row))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {fault && <span className="fault">{fault}</span>}
      <div className="row">
        <button type="button" disabled={rows.length >= most} onClick={add}>
          Add a {noun}
        </button>
      </div>
    </fieldset>
  );
}
