import { realNow } from '#lib/drivers/clocks/real.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { countRequest } from '#lib/store/requests/rate.ts';

/** Requests a second: of a principal, and of an address on routes without login (contract 1.6). */
export const limits = { principal: 30, address: 10 } as const;

/** Starts counting this request against somebody's window, beside whatever else is being read. */
export function countAgainst(exchange: Exchange, who: string, limit: number = limits.principal): void {
  exchange.limit = limit;
  exchange.rate = countRequest(who, limit, realNow());
  // Awaited in its own step; an earlier refusal must not leave the rejection unhandled.
  exchange.rate.catch(() => undefined);
}

/** Step 5: 429 over the window of the principal, or of the address where nobody is logged in. */
export async function rateLimit(exchange: Exchange): Promise<void> {
  if (exchange.route.unlimited) return;
  if (!exchange.rate) countAgainst(exchange, `ip#${exchange.request.source_ip}`, limits.address);
  const left = (await exchange.rate) ?? 0;
  const { limit } = exchange;
  if (exchange.principal || left < 0) {
    exchange.reply.headers['ratelimit-policy'] = `"default";q=${limit};w=1`;
    exchange.reply.headers.ratelimit = `"default";r=${Math.max(0, left)};t=1`;
  }
  if (left < 0) {
    throw new ApiError('rate_limited', `rate limit exceeded: ${limit} requests per second; retry after 1 second`, {
      retryAfter: 1,
    });
  }
}
