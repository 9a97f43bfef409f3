import type { Exchange } from '#lib/edge/exchange.ts';
import { countAgainst, limits } from '#lib/edge/rate.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

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
