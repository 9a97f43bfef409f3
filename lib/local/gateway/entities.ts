import { randomInt } from 'node:crypto';
import { civilNow } from '#lib/drivers/clocks/civil.ts';

/**
 * The simulator's entities by id, in the shapes of Razorpay's API (razorpay.com/docs/api). Amounts are in paise, times
 * in epoch seconds.
 */
export interface Entity {
  id: string;
  entity: string;
  created_at: number;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has the attributes that Razorpay documents
  [attribute: string]: any;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Razorpay's form: a prefix and 14 letters or digits. */
export const newGatewayId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')}`;

/** The time of the civil clock, which tests can move. */
export const nowSeconds = (): number => Math.floor(civilNow().getTime() / 1000);

/** An error in Razorpay's form: `{error: {code, description, field, …}}`. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly status: number;
  readonly field: string | undefined;
  constructor(description: string, field?: string, status = 400) {
    super(description);
    this.status = status;
    this.field = field;
  }
}

/** A list in Razorpay's form. */
export const collection = (items: readonly Entity[]) => ({ entity: 'collection', count: items.length, items });
