import { ask, demand } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import type { Walker } from './walker.ts';

const HOUR = 3600;

/** What an account is told that an hour costs, before and after it, and what it then costs; in paise before GST. */
export interface Bill {
  readonly told: readonly [before: number, after: number];
  readonly charged: number;
}

/** Lets an hour pass in which nobody does anything, from a minute after a full one, when that has been charged. */
export async function billOfAnHour({ svc }: Walker, baseUrl: string): Promise<Bill> {
  const { now } = demand(await ask(baseUrl, '/dev/clock'), 200).body;
  const past = Math.floor(Date.parse(now) / 1000) % HOUR;
  await advance(baseUrl, HOUR - past + 60);
  const before = await svc.getSummary();
  await advance(baseUrl, HOUR);
  const after = await svc.getSummary();
  return {
    // The walk's group and its autoscale rule may change something by themselves.
    told: [before.burn_rate_paise_per_hour, after.burn_rate_paise_per_hour],
    charged: before.balance_paise - after.balance_paise,
  };
}
