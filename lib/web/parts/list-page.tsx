import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { Item, ListId } from '#lib/client/methods.ts';
import { type ListQuery, useList } from '#lib/web/api/query.ts';
import type { StatusOf } from '#lib/web/api/statuses.ts';
import { useSearch } from '#lib/web/shell/router.ts';
import { Empty } from './empty.tsx';
import { Heading } from './heading.tsx';
import { Loading } from './loading.tsx';
import type { MenuItem } from './menu.tsx';
import { apiSort, inOrder } from './order.ts';
import { Problem } from './problem.tsx';
import { words } from './status.tsx';
import { type Column, Table, type TableBody } from './table.tsx';
import { ago, useNow } from './time.tsx';

/** A filter of a list that is chosen from a few values: `{ name: 'type', label: 'Type', values: ['custom'] }`. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}

interface ListPageProps<K extends ListId> {
  readonly operation: K;
  /** The parameters of the list's path, where it has any. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Filters that always hold: the list of what is in one network. */
  readonly filter?: ListQuery;
  /** `Volumes`. Without it the list has no heading: it is a part of another page. */
  readonly title?: string;
  /** One of them: `volume`. */
  readonly noun: string;
  readonly columns: readonly Column<Item<K>>[];
  readonly idOf?: (item: Item<K>) => string;
  readonly nameOf?: (item: Item<K>) => string;
  /** The statuses that can be chosen; none where the list has no such filter. */
  readonly statuses?: readonly StatusOf<K>[];
  /** Other filters of the API, each a field of the address and a choice of values. */
  readonly filters?: readonly Filter[];
  /** Whether the list can be searched by `q`; it can by default. */
  readonly search?: boolean;
  readonly create?: { readonly to: string; readonly label: string };
  /** What the thing is for. */
  readonly empty: ReactNode;
  /** The command that makes the first one. */
  readonly command?: string;
  /** What can be done with a row, in its menu. */
  readonly actions?: (item: Item<K>) => readonly MenuItem[];
  /** What can be done with the ticked rows. */
  readonly bulk?: (items: readonly Item<K>[]) => ReactNode;
  /** What stands in the head of the page, beside the button that makes one. */
  readonly head?: ReactNode;
  /** Draws the rows of a long list that are near the screen. */
  readonly body?: TableBody;
}

const idIn = (item: unknown): string => String((item as { id?: unknown }).id ?? (item as { name?: unknown }).name);

/** A list of resources: filters and order in the address, live rows, actions for one and several, more on demand. */
export function ListPage<K extends ListId>(props: ListPageProps<K>) {
  const { operation, args, filter, title, noun, columns, idOf = idIn, nameOf = idOf, actions, bulk } = props;
  const { filters = [] } = props;
  const [search, change] = useSearch();
  const [q, status, sort] = ['q', 'status', 'sort'].map((name) => search.get(name) ?? undefined);
  const chosenBy = Object.fromEntries(filters.map(({ name }) => [name, search.get(name) ?? undefined]));
  const query = { q: useDeferredValue(q), status, sort: apiSort(sort), ...chosenBy };
  const list = useList(operation, { ...args, query: { ...filter, ...given(query) } });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = list.items?.filter((item) => ticked.has(idOf(item))) ?? [];
  const isFiltered = [q, status, ...Object.values(chosenBy)].some((value) => value !== undefined);
  // What is empty has the button in its middle: a page has one that stands out.
  const isEmpty = list.items?.length === 0 && !isFiltered;
  const toggle = (id: string) => setTicked((before) => before.symmetricDifference(new Set([id])));
  const selection = { ids: ticked, toggle, all: (ids: readonly string[]) => setTicked(new Set(ids)) };
  return (
    <>
      <Head {...props} isEmpty={isEmpty} />
      <Filters {...props} change={change} q={q} status={status} chosenBy={chosenBy} updatedAt={list.updatedAt} />
      {bulk && chosen.length > 0 && (
        <fieldset className="row bulk" aria-label="Actions for the selected">
          <span>{chosen.length} selected</span>
          {bulk(chosen)}
          {list.items && chosen.length < list.items.length && (
            <button type="button" className="quiet" onClick={() => selection.all(list.items?.map(idOf) ?? [])}>
              Select all {list.items.length}
            </button>
          )}
          <button type="button" className="quiet" onClick={() => setTicked(new Set())}>
            Clear selection
          </button>
        </fieldset>
      )}
      {list.error && <Problem error={list.error} again={list.again} />}
      {!list.items && !list.error && <Loading as="rows" />}
      {list.items?.length === 0 && <Nothing {...props} isFiltered={isFiltered} />}
      {list.items && list.items.length > 0 && (
        <Table
          label={title ?? `List of ${noun}s`}
          columns={columns}
          {...inOrder(list.items, columns, sort, list.hasMore)}
          hasMore={list.hasMore}
          body={props.body}
          idOf={idOf}
          nameOf={nameOf}
          selection={bulk && selection}
          actions={actions}
          onSort={(next) => change({ sort: next })}
        />
      )}
      {list.hasMore && (
        <button type="button" onClick={list.loadMore} disabled={list.isFetching}>
          Show more
        </button>
      )}
    </>
  );
}

/** The heading of a list that is a page, with the button that makes one. */
function Head<K extends ListId>({ title, head, create, isEmpty }: ListPageProps<K> & { readonly isEmpty: boolean }) {
  if (title === undefined) return null;
  return (
    <Heading title={title}>
      {head}
      {create && !isEmpty && (
        <a className="button primary" href={create.to}>
          {create.label}
        </a>
      )}
    </Heading>
  );
}

const given = (query: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

interface FiltersProps<K extends ListId> extends ListPageProps<K> {
  readonly change: ReturnType<typeof useSearch>[1];
  readonly q: string | undefined;
  readonly status: string | undefined;
  readonly chosenBy: Readonly<Record<string, string | undefined>>;
  readonly updatedAt: number;
}

function Filters<K extends ListId>(props: FiltersProps<K>) {
  const { title, noun, statuses, filters = [], search = true, q, status, chosenBy, change, updatedAt } = props;
  const [typed, setTyped] = useState(q ?? '');
  useEffect(() => setTyped(q ?? ''), [q]);
  const choices = [
    ...(statuses ? [{ name: 'status', label: 'Status', values: statuses, chosen: status }] : []),
    ...filters.map((filter) => ({ ...filter, chosen: chosenBy[filter.name] })),
  ];
  if (title === undefined && !search && choices.length === 0) return null;
  return (
    <search className="row filters">
      {search && (
        <input
          type="search"
          aria-label={`Search ${noun}s by name, id or address`}
          placeholder="Name, id or address"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            change({ q: event.target.value.trim() }, 'typed');
          }}
        />
      )}
      {choices.map(({ name, label, values, chosen }) => (
        <select
          key={name}
          aria-label={label}
          value={chosen ?? ''}
          onChange={(event) => change({ [name]: event.target.value })}
        >
          <option value="">Any {label.toLowerCase()}</option>
          {values.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </select>
      ))}
      <Updated at={updatedAt} />
    </search>
  );
}

function Updated({ at }: { at: number }) {
  const now = useNow();
  return at > 0 ? <span className="about updated">updated {ago(at, Math.max(now, at))}</span> : null;
}

function Nothing<K extends ListId>({
  noun,
  empty,
  create,
  command,
  isFiltered,
}: ListPageProps<K> & { isFiltered: boolean }) {
  if (isFiltered) return <p className="empty">No {noun} matches. Change the search or the filters.</p>;
  return (
    <Empty create={create} command={command}>
      {empty}
    </Empty>
  );
}
