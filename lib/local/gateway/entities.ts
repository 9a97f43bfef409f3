import { randomInt } from 'node:crypto';
import { civilNow } from '#lib/drivers/clocks/civil.ts';

/** What the simulator keeps, each under its id, in the shapes of Razorpay's API (razorpay.com/docs/api); amounts in paise, times in epoch seconds. */
export interface Entity {
  id: string;
  entity: string;
  created_at: number;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has the attributes that Razorpay documents
  [attribute: string]: any;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as Razorpay makes them: a prefix and 14 letters or digits. */
export const newGatewayId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')}`;

/** The moment, by the clock that tests move. */
export const nowSeconds = (): number => Math.floor(civilNow().getTime() / 1000);

/** A refusal in Razorpay's shape: `{error: {code, description, field, …}}`. */
export class GatewayFault extends Error {
  readonly status: number;
  readonly field: string | undefined;
  constructor(description: string, field?: string, status = 400) {
    super(description);
    this.status = status;
    this.field = field;
  }
}

/** A list in Razorpay's shape. */
export const collection = (items: readonly Entity[]) => ({ entity: 'collection', count: items.length, items });
