import { useState } from 'react';
import type { ReplyBody } from '#lib/client/methods.ts';
import type { ListedObject } from '#lib/generated/client/schemas.ts';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { size } from '#lib/web/parts/size.ts';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { download } from './download.ts';
import { folderHref } from './folders.tsx';

/** A line of a folder: an object in it, or a folder in it. */
export interface Row {
  /** The object's key, or what the keys of all objects in the folder begin with. */
  readonly key: string;
  /** The key without the folder that is shown. */
  readonly name: string;
  /** Undefined for a folder. */
  readonly object?: ListedObject;
}

/** Objects that are to be deleted: those of these keys, and all in these folders. */
export interface Wanted {
  readonly keys: readonly ListedObject[];
  readonly folders: readonly string[];
}

/** The folders and objects of a listing, folders first. */
export function rowsOf(pages: readonly ReplyBody<'listObjects'>[], folder: string): Row[] {
  const folders = new Set(pages.flatMap(({ common_prefixes }) => common_prefixes));
  const objects = pages.flatMap((page) => page.objects);
  return [
    ...[...folders].map((key) => ({ key, name: key.slice(folder.length) })),
    // Some programs make an empty object to stand for a folder.
    ...objects
      .filter(({ key }) => key !== folder)
      .map((object) => ({ key: object.key, name: object.key.slice(folder.length), object })),
  ];
}

const wantedOf = (rows: readonly Row[]): Wanted => ({
  keys: rows.flatMap(({ object }) => object ?? []),
  folders: rows.filter(({ object }) => !object).map(({ key }) => key),
});

interface RowsProps {
  readonly bucket: string;
  readonly rows: readonly Row[];
  readonly isFiltered: boolean;
  readonly onOpen: (key: string) => void;
  /** Undefined where the console may not delete. */
  readonly onDelete: ((wanted: Wanted) => void) | undefined;
}

/** The folders and objects of a folder, with what can be done with one and with several. */
export function Rows({ bucket, rows, isFiltered, onOpen, onDelete }: RowsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ key }) => ticked.has(key));
  const toggle = (key: string) => setTicked((before) => before.symmetricDifference(new Set([key])));
  const selection = { ids: ticked, toggle, all: (keys: readonly string[]) => setTicked(new Set(keys)) };
  if (rows.length === 0) {
    return (
      <p className="empty">
        {isFiltered
          ? 'Nothing here begins with this.'
          : 'This folder is empty. Drop files or folders here, or choose them.'}
      </p>
    );
  }
  return (
    <>
      {chosen.length > 0 && (
        <fieldset className="row bulk" aria-label="Actions for the selected">
          <span>{chosen.length} selected</span>
          {onDelete && (
            <button type="button" className="danger" onClick={() => onDelete(wantedOf(chosen))}>
              Delete
            </button>
          )}
          <button type="button" className="quiet" onClick={() => setTicked(new Set())}>
            Clear selection
          </button>
        </fieldset>
      )}
      <Table
        label="Objects"
        columns={columnsOf(bucket, onOpen)}
        rows={rows}
        idOf={({ key }) => key}
        nameOf={({ name }) => name}
        selection={onDelete && selection}
        actions={(row) => actionsOf(bucket, row, onOpen, onDelete)}
      />
    </>
  );
}

const columnsOf = (bucket: string, onOpen: (key: string) => void): Column<Row>[] => [
  {
    title: 'Name',
    cell: ({ key, name, object }) =>
      object ? (
        <button type="button" className="link" onClick={() => onOpen(key)}>
          {name}
        </button>
      ) : (
        <a href={folderHref(bucket, key)}>{name}</a>
      ),
  },
  { title: 'Size', number: true, cell: ({ object }) => (object ? size(object.size) : 'folder') },
  { title: 'Written', cell: ({ object }) => (object ? <Time at={object.last_modified} /> : <span>–</span>) },
];

function actionsOf(bucket: string, row: Row, onOpen: RowsProps['onOpen'], onDelete: RowsProps['onDelete']): MenuItem[] {
  const remove: MenuItem = {
    label: 'Delete',
    danger: true,
    ...(onDelete
      ? { act: () => onDelete(wantedOf([row])) }
      : { refused: 'The bucket does not allow this page to delete.' }),
  };
  if (!row.object) return [{ label: 'Open', to: folderHref(bucket, row.key) }, remove];
  return [
    { label: 'Download', act: () => void download(bucket, row.key) },
    { label: 'Share and details', act: () => onOpen(row.key) },
    remove,
  ];
}
