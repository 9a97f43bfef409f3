import { instanceTypes, unitPrices } from '#lib/model/platform/catalog.ts';
import { type Estimate, meanHour } from './estimate.ts';
import type { Model } from './line.ts';
import { secondsOf } from './runs.ts';
import type { Kind } from './stack.ts';
import { total, under, type Vector } from './vector.ts';

/** A line of a month's bill. */
export interface BillLine {
  readonly what: string;
  readonly amount: number;
  readonly unit: string;
  /** US$. */
  readonly cost: number;
}

/** Hours of a month, as the catalog has it. */
const hours = 730;
const million = 1e6;
const gigabyte = 1e9;

/** What the control plane costs in a month, by line, dearest first. */
export function billOf(model: Model, at: Estimate): BillLine[] {
  const { stack, parameters, sampled } = model;
  const { price, assume } = parameters;
  const hour = meanHour(sampled, at);
  const sum = (prefix: string) => total(under(hour, prefix).values()) * hours;
  const runsOf = (kinds: readonly Kind[]) => runs(model, hour, kinds) * hours;
  const line = (what: string, amount: number, unit: string, cost: number): BillLine => ({ what, amount, unit, cost });
  const each = (what: string, amount: number, unit: string, ofMillion: number) =>
    line(what, amount, unit, (amount / million) * ofMillion);
  const rings = (hour.get(`runs takeHostJob`) ?? 0) * hours;
  const logged = sum('logged ') + sum('runs ') * assume.log_line;
  const gigabytes = at.stored / gigabyte;
  const seconds = [...stack.functions.values()].reduce((all, deployed) => {
    const own = (hour.get(`runs ${deployed.name}`) ?? 0) * hours;
    return all + own * secondsOf(deployed, at, parameters) * (deployed.memory / 1024);
  }, 0);
  const lines = [
    each('table: writes', sum('write '), 'units', price.write_units),
    each('table: reads', sum('read '), 'units', price.read_units),
    line('table: storage', gigabytes, 'GB', gigabytes * price.table_storage),
    line('table: backups', gigabytes, 'GB', gigabytes * price.table_backup),
    each("clients' API", runsOf(['client']), 'requests', price.api_requests),
    each("hosts' API", runsOf(['host']), 'requests', price.api_requests),
    each('bells: rings', rings, 'messages', price.bell_messages),
    each('bells: connections', at.hosts * hours * 60, 'minutes', price.bell_minutes),
    each('functions: runs', sum('runs '), 'runs', price.function_requests),
    each('functions: time', seconds, 'GB-seconds', price.function_seconds),
    each('workflows', sum('transitions '), 'transitions', price.transitions),
    each('schedules', runsOf(['schedule']), 'runs', price.schedules),
    line('logs', logged / gigabyte, 'GB', (logged / gigabyte) * price.logs),
    line('traffic out', sum('replied ') / gigabyte, 'GB', (sum('replied ') / gigabyte) * price.traffic),
  ];
  return lines.sort((a, b) => b.cost - a.cost);
}

const runs = ({ stack }: Model, hour: Vector, kinds: readonly Kind[]): number =>
  total(
    [...under(hour, 'runs ')].map(([name, count]) =>
      kinds.includes(stack.functions.get(name)?.kind ?? 'task') ? count : 0,
    ),
  );

/** What all lines come to, US$ a month. */
export const costOf = (bill: readonly BillLine[]): number => total(bill.map(({ cost }) => cost));

/** What a product is sold for, and what of it goes to AWS, ₹ a month. */
export interface Margin {
  readonly product: string;
  readonly sold: number;
  /** The control plane's share, and what AWS takes for the thing itself; undefined where it stands on own hosts. */
  readonly share: number;
  readonly own: number | undefined;
  /** What is left of what it is sold for, as a part of it. */
  readonly left: number;
}

/** The products whose own costs have a price of AWS. Machines stand on hosts, which are not of this bill. */
const resources = {
  elastic_ip: 'elastic_ip',
  volume: 'volume',
  snapshot: 'snapshot',
  object_storage: 'object_storage',
} as const;

/** What is left of each product of the catalog. The control plane's bill is shared out over the machines. */
export function marginsOf({ parameters: { price } }: Model, at: Estimate, bill: readonly BillLine[]): Margin[] {
  const perMachine = (costOf(bill) / at.machines) * price.dollar;
  const margin = (product: string, sold: number, share: number, own: number | undefined): Margin => {
    return { product, sold, share, own, left: (sold - share - (own ?? 0)) / sold };
  };
  const machines = instanceTypes.map(({ id, price_monthly }) => margin(id, price_monthly, perMachine, undefined));
  const others = unitPrices.map(({ resource, unit, price_monthly }) => {
    const named = resources[resource as keyof typeof resources];
    const own = named === undefined ? undefined : price[named] * price.dollar;
    return margin(`${resource}, ${unit}`, price_monthly, 0, own);
  });
  return [...machines, ...others];
}
