import type { ListId, OperationId } from '#lib/client/methods.ts';
import { routes } from '#lib/generated/client/routes.ts';

/** The method and the path of an operation, with its parameters in braces. */
function routeOf(operation: OperationId): { method: string; path: string } {
  const [method = '', path = ''] = routes[operation].split(' ');
  return { method, path };
}

/** The field of a list's reply that has the items. */
export const itemsField = (operation: ListId): string => routes[operation].split(' ')[2] ?? '';

/** The collection that an operation belongs to: `/compute/volumes` for everything below it. */
export function collectionOf(operation: string): string {
  if (!(operation in routes)) return '';
  const [, area = '', collection = '', part = ''] = routeOf(operation as OperationId).path.split('/');
  return collection === 'iam' || collection === 'team' ? `/${area}/${collection}/${part}` : `/${area}/${collection}`;
}
