import { realNow } from '#lib/drivers/clocks/real.ts';
import { countRequest } from '#lib/store/requests/rate.ts';
import type { Exchange } from './exchange.ts';

/** Requests a second: of a principal, and of an address on routes without login (contract 1.6). */
export const limits = { principal: 30, address: 10 } as const;

/** Starts counting this request against somebody's window, beside whatever else is being read. */
export function countAgainst(exchange: Exchange, who: string, limit: number = limits.principal): void {
  exchange.limit = limit;
  exchange.rate = countRequest(who, limit, realNow());
  // Awaited in its own step; an earlier refusal must not leave the rejection unhandled.
  exchange.rate.catch(() => undefined);
}
