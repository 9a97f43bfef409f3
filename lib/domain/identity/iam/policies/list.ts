import type { Context } from '#lib/domain/platform/context.ts';
import { openPage } from '#lib/domain/platform/lists.ts';
import { managedById, managedPolicy } from '#lib/model/identity/managed-ids.ts';
import type { Policy } from '#lib/model/identity/policy.ts';
import { filtersOf, isFound, type ListQuery } from '#lib/model/platform/lists.ts';
import type { ManagedRecord, PolicyRecord } from '#lib/store/identity/policies.ts';
import type { Row } from '#lib/store/platform/list-layout.ts';
import { listPage } from '#lib/store/platform/lists.ts';
import { toManagedPolicy, toPolicy } from './resource.ts';

/** One page of the account's policies, managed and custom, in one order. */
export async function listPolicies(
  context: Context,
  query: ListQuery,
): Promise<{ policies: Policy[]; next_cursor: string }> {
  const { account_id } = context.principal;
  const { after, cursorOf } = await openPage(context, 'policy', query);
  const { items, last } = await listPage(account_id, 'policy', {
    limit: query.limit,
    sort: query.sort,
    after,
    filter: filtersOf(query).map(([path, values]) => [path, 'in', values] as const),
    ...(query.q !== undefined && { keep: (record) => isFound(record, query.q) }),
  });
  const inPage = (row: Row) => (!after || isBefore(after, row, query)) && (!last || !isBefore(last, row, query));
  const kept = new Set(items.map(({ id }) => id));
  const added = managedById.filter((policy) => !kept.has(policy.id) && isSelected(policy, query) && inPage(policy));
  const policies = [
    ...items.map((record) => toView(record)),
    ...added.map((policy) => toManagedPolicy(policy, account_id, 0)),
  ].sort((a, b) => (isBefore(a, b, query) ? -1 : 1));
  const shown = policies.slice(0, query.limit);
  return { policies: shown, next_cursor: await cursorOf(shown.length < policies.length ? shown.at(-1) : last) };
}

const place = (row: Row, { sort }: ListQuery): string => (sort === 'name' ? `${row.name}\t${row.id}` : row.id);

const isBefore = (a: Row, b: Row, query: ListQuery): boolean =>
  query.sort === '-created_at' ? place(a, query) > place(b, query) : place(a, query) < place(b, query);

/** Whether a managed policy passes the filters. */
function isSelected({ id, name }: Row, query: ListQuery): boolean {
  const values: Record<string, string> = { id, name, type: 'managed' };
  return (
    isFound(values, query.q) && filtersOf(query).every(([filter, allowed]) => allowed.includes(values[filter] ?? ''))
  );
}

function toView(record: PolicyRecord | ManagedRecord): Policy {
  if (record.type === 'custom') return toPolicy(record);
  const managed = managedPolicy(record.id);
  if (!managed) throw new Error(`the table has a managed policy ${record.id} that does not exist`);
  return toManagedPolicy(managed, record.account_id, record.attachment_count);
}
