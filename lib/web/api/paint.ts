import type { OperationId } from '#lib/client/methods.ts';
import { queries } from './query.ts';
import { collectionOf } from './routes.ts';

interface Resource {
  readonly id: string;
}

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string';

/** Puts a resource, as a reply shows it, in place of what lists and pages have of it. Anything else is left alone. */
export function paint(reply: unknown): void {
  if (!isResource(reply) || !('status' in reply)) return;
  queries.setQueriesData({}, (data: unknown) => withResource(data, reply));
}

/** The data of a query with the newer resource in it; the same object where it has none. */
export function withResource(data: unknown, newer: Resource): unknown {
  if (Array.isArray(data)) {
    const items = data.map((item) => withResource(item, newer));
    return items.some((item, at) => item !== data[at]) ? items : data;
  }
  if (typeof data !== 'object' || data === null) return data;
  if (isResource(data) && data.id === newer.id) return { ...data, ...newer };
  const changed = Object.entries(data).flatMap(([name, value]) => {
    const next = Array.isArray(value) ? withResource(value, newer) : value;
    return next === value ? [] : [[name, next]];
  });
  return changed.length > 0 ? { ...data, ...Object.fromEntries(changed) } : data;
}

/** What else a change in a collection may change. */
const alsoChanged: Readonly<Record<string, readonly string[]>> = {
  '/compute/instances': ['/compute/volumes', '/compute/snapshots', '/compute/elastic-ips', '/compute/vpcs'],
  '/compute/volumes': ['/compute/instances'],
  '/compute/elastic-ips': ['/compute/instances'],
  '/compute/snapshots': ['/compute/instances'],
  '/compute/asg': ['/compute/instances'],
  '/auth/iam/groups': ['/auth/iam/users', '/auth/iam/policies'],
  '/auth/iam/users': ['/auth/iam/groups', '/auth/iam/policies', '/auth/me'],
  '/auth/iam/policies': ['/auth/iam/users', '/auth/iam/groups'],
  '/auth/account': ['/auth/me'],
  '/auth/switch-account': ['/auth/me'],
  '/auth/verify-email': ['/auth/me'],
  '/auth/iam/me': ['/auth/me'],
};

/** What almost every change has a part in. */
const always = ['/compute/quotas', '/auth/billing'];

/** Has pages read again what a change may have changed. */
export function staleAfter(operation: OperationId): void {
  const own = collectionOf(operation);
  readAgain(new Set([own, ...(alsoChanged[own] ?? []), ...always]));
}

/** Has pages read again what belongs to these collections. A read that is under way goes on. */
export function readAgain(collections: ReadonlySet<string>): void {
  void queries.invalidateQueries(
    { predicate: ({ queryKey: [operation] }) => collections.has(collectionOf(String(operation))) },
    { cancelRefetch: false },
  );
}
