import { realNow } from '#lib/drivers/clocks/real.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { sourceName } from '#lib/model/platform/source.ts';
import { countRequest } from '#lib/store/requests/rate.ts';

/** The requests per second of a principal, and of an address or machine on routes without login (contract 1.6). */
const limits = { principal: 30, address: 10 } as const;

/** Starts counting this request in a rate window, in parallel with other reads. */
export function countAgainst(exchange: Exchange, who: string, limit: number = limits.principal): void {
  exchange.limit = limit;
  exchange.rate = countRequest(who, limit, realNow());
  // The rate-limit step awaits it. An earlier refusal must not leave the rejection unhandled.
  exchange.rate.catch(() => undefined);
}

/** Step 5: 429 above the rate of the principal, or of the source where the caller is not logged in. */
export async function rateLimit(exchange: Exchange): Promise<void> {
  if (exchange.route.unlimited) return;
  if (!exchange.rate) countAgainst(exchange, `ip#${sourceName(exchange.request)}`, limits.address);
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
