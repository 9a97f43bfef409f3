import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { OrderRecord } from '#lib/store/billing/orders.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds for which an order may be paid. */
export const lifetime = 30 * minute;

/** After so many milliseconds the gateway is asked about an order: also after its time, since its own page may stay open. */
const checks = [2 * minute, 10 * minute, lifetime, 2 * hour, 12 * hour, 24 * hour, 72 * hour];

/** When the gateway is next to be asked about an order, or null for not any more. */
export function nextCheck({ created_at }: Pick<OrderRecord, 'created_at'>, now: Date): string | null {
  const made = Date.parse(created_at);
  const due = checks.map((after) => made + after).find((at) => at > now.getTime());
  return due === undefined ? null : rfc3339(new Date(due));
}
