import type { OperationId } from '#lib/client/methods.ts';
import { readOnceMore, replaceData } from './again.ts';
import { queries } from './query.ts';
import { isResource, withResource } from './resources.ts';
import { collectionOf } from './routes.ts';

/** Puts a resource, as a reply shows it, in place of what lists and pages have of it. Anything else is left alone. */
export function paint(reply: unknown): void {
  if (!isResource(reply) || !('status' in reply)) return;
  replaceData(queries, (data) => withResource(data, reply));
}

/** What else a change in a collection may change. */
const alsoChanged: Readonly<Record<string, readonly string[]>> = {
  '/compute/instances': ['/compute/volumes', '/compute/snapshots', '/compute/elastic-ips', '/compute/vpcs'],
  '/compute/volumes': ['/compute/instances'],
  '/compute/elastic-ips': ['/compute/instances'],
  '/compute/snapshots': ['/compute/instances'],
  '/compute/asg': ['/compute/instances', '/compute/load-balancers'],
  '/auth/iam/groups': ['/auth/iam/users', '/auth/iam/policies'],
  '/auth/iam/users': ['/auth/iam/groups', '/auth/iam/policies', '/auth/me'],
  '/auth/iam/policies': ['/auth/iam/users', '/auth/iam/groups'],
  '/auth/account': ['/auth/me'],
  '/auth/switch-account': ['/auth/me'],
  '/auth/verify-email': ['/auth/me'],
  '/auth/iam/me': ['/auth/me'],
  '/auth/change-password': ['/auth/sessions'],
};

/** What almost every change has a part in. */
const always = ['/compute/quotas', '/auth/billing'];

/** Has pages read again what a change may have changed. */
export function staleAfter(operation: OperationId): void {
  const own = collectionOf(operation);
  readAgain(new Set([own, ...(alsoChanged[own] ?? []), ...always]));
}

/** Has pages read again what belongs to these collections. */
export function readAgain(collections: ReadonlySet<string>): void {
  readOnceMore(queries, ([operation]) => collections.has(collectionOf(String(operation))));
}
