import type { Client } from '#lib/client/client.ts';
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
  const before = await standing(svc);
  await advance(baseUrl, HOUR);
  const after = await standing(svc);
  return {
    // The walk's group and its autoscale rule may change something by themselves, which charges what came before it.
    told: [before.told, after.told],
    charged: ((before.balance - after.balance) * HOUR) / (after.chargedUpTo - before.chargedUpTo),
  };
}

/** An account's balance, up to when its use has been charged in epoch seconds, and what it is told of an hour. */
async function standing(svc: Client) {
  const { burn_rate_paise_per_hour: told, balance_paise: balance } = await svc.getSummary();
  const { transactions } = await svc.listTransactions({ query: { type: 'usage', include: 'debits', limit: 1 } });
  return { told, balance, chargedUpTo: Date.parse(transactions[0]?.created_at ?? '') / 1000 };
}
