import type { Book } from './book.ts';
import { type Entity, GatewayFault } from './entities.ts';
import type { Outcome } from './payments.ts';

/** The token (a mandate) that this order's payment decides; undefined for an order that authorises none. */
export const tokenOfOrder = (book: Book, order: string): Entity | undefined =>
  book.list('token').find(({ order_id }) => order_id === order);

/** The undecided token with this id, or of the order with this id; throws where there is none, or it is decided. */
export function undecided(book: Book, id: string): Entity {
  const found = book.get(id);
  const token = found?.entity === 'order' ? tokenOfOrder(book, id) : found;
  if (token?.entity !== 'token') throw new GatewayFault('The id provided does not exist', 'id');
  if (token.recurring_details.status === 'initiated') return token;
  throw new GatewayFault(`The token is ${token.recurring_details.status}`, 'token');
}

/** A token after its order's payment: confirmed where that succeeded, otherwise rejected for good. */
export function decided(token: Entity, outcome: Outcome): Entity {
  const status = outcome === 'success' ? 'confirmed' : 'rejected';
  return { ...token, recurring: status === 'confirmed', recurring_details: { status } };
}
