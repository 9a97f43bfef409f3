import type { Book } from './book.ts';
import { type Entity, GatewayFault } from './entities.ts';
import type { Outcome } from './payments.ts';

/** The token (a mandate) that the payment of this order decides; undefined for an order that authorises none. */
export const tokenOfOrder = (book: Book, order: string): Entity | undefined =>
  book.list('token').find(({ order_id }) => order_id === order);

/** The undecided token of this id, or of the order of this id; refuses where there is none, or where it is decided. */
export function undecided(book: Book, id: string): Entity {
  const found = book.get(id);
  const token = found?.entity === 'order' ? tokenOfOrder(book, id) : found;
  if (token?.entity !== 'token') throw new GatewayFault('The id provided does not exist', 'id');
  if (token.recurring_details.status === 'initiated') return token;
  throw new GatewayFault(`The token is ${token.recurring_details.status}`, 'token');
}

/** A token as its order's payment leaves it: confirmed by one that brought its money, else rejected for good. */
export function decided(token: Entity, outcome: Outcome): Entity {
  const status = outcome === 'success' ? 'confirmed' : 'rejected';
  return { ...token, recurring: status === 'confirmed', recurring_details: { status } };
}
