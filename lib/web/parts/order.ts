/** A column as an order sees it: `sort` names the order, and `by` is what the API cannot sort by. */
export interface Sortable<T> {
  readonly sort?: string;
  readonly by?: (item: T) => string | number;
}

/** The orders of the API. */
const ofApi = /^-?created_at$|^name$/;

/** An order where it is one of the API's; undefined where it is sorted here. */
export const apiSort = (sort: string | undefined) => (sort && ofApi.test(sort) ? sort : undefined);

/** The loaded rows as a list shows them, and the order that they have: others than the API's need all pages. */
export function inOrder<T>(rows: readonly T[], columns: readonly Sortable<T>[], sort = '', hasMore = false) {
  const by = columns.find((column) => column.sort === sort.replace(/^-/, ''))?.by;
  if (hasMore || !by || apiSort(sort)) return { rows, sort: apiSort(sort) };
  const way = sort.startsWith('-') ? -1 : 1;
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    return a === b ? 0 : a < b ? -way : way;
  });
  return { rows: sorted, sort };
}

/** What a click on a column's head asks for. Times begin with the newest; the API orders by name upwards alone. */
export function nextOrder(field: string, now: string | undefined, isBothWays: boolean): string {
  const [up, down] = [field, `-${field}`];
  if (apiSort(down)) return now === down ? up : down;
  return isBothWays && now === up ? down : up;
}
