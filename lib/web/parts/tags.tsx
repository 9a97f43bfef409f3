import { useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { faultOf } from './field.tsx';
import { Icon } from './icon.tsx';

/** The most tags that a resource has. */
const most = 20;

/** Tags, from keys to values. */
export type TagMap = Readonly<Record<string, string>>;

interface Row {
  readonly at: number;
  readonly key: string;
  readonly value: string;
}

interface TagsProps {
  /** The tags when the form is opened. */
  readonly value: TagMap;
  readonly onChange: (tags: TagMap) => void;
  readonly error?: SvcError | undefined;
}

/** Edits the tags of a resource: up to 20 pairs of a key and a value. */
export function Tags({ value, onChange, error }: TagsProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(value).map(([key, text], at) => ({ at, key, value: text })),
  );
  const set = (next: readonly Row[]) => {
    setRows(next);
    onChange(Object.fromEntries(next.filter(({ key }) => key !== '').map((row) => [row.key, row.value])));
  };
  const change = (at: number, part: Partial<Row>) =>
    set(rows.map((row) => (row.at === at ? { ...row, ...part } : row)));
  const fault = faultOf(error, 'tags');
  return (
    <fieldset className="stack">
      <legend>Tags</legend>
      {rows.map((row, place) => (
        <div key={row.at} className="row tag-row">
          <input
            aria-label={`Key of tag ${place + 1}`}
            placeholder="key"
            value={row.key}
            onChange={(event) => change(row.at, { key: event.target.value })}
          />
          <input
            aria-label={`Value of tag ${place + 1}`}
            placeholder="value"
            value={row.value}
            onChange={(event) => change(row.at, { value: event.target.value })}
          />
          <button
            type="button"
            className="quiet"
            aria-label={`Remove tag ${place + 1}`}
            onClick={() => set(rows.filter(({ at }) => at !== row.at))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {fault && <span className="fault">{fault}</span>}
      <div className="row">
        <button
          type="button"
          disabled={rows.length >= most}
          onClick={() => set([...rows, { at: Math.max(-1, ...rows.map(({ at }) => at)) + 1, key: '', value: '' }])}
        >
          Add a tag
        </button>
        {rows.length >= most && <span className="about">A resource has at most {most} tags.</span>}
      </div>
    </fieldset>
  );
}

/** The tags of a resource; a dash for none. */
export function TagList({ tags }: { tags: TagMap }) {
  const pairs = Object.entries(tags);
  if (pairs.length === 0) return <span className="about">–</span>;
  return (
    <span className="row">
      {pairs.map(([key, value]) => (
        <code key={key}>{value === '' ? key : `${key}=${value}`}</code>
      ))}
    </span>
  );
}
