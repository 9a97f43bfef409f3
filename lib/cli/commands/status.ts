import type { Command } from 'commander';
import { rupees, span } from '#lib/cli/output/cells.ts';
import { show } from '#lib/cli/output/output.ts';
import { platformClock } from '#lib/cli/output/platform-clock.ts';
import { print } from '#lib/cli/output/terminal.ts';
import type { Session, TypedClient } from '#lib/cli/run/session.ts';
import { SvcError } from '#lib/client/error.ts';
import type { ListId, ReplyBody } from '#lib/client/methods.ts';
import type { Runners } from './command.ts';

/** `svc status`: what runs, what it costs, and how long the money lasts. */
export function add(command: Command, { run }: Runners): void {
  command.action(run((session) => told(session)));
}

/** What is counted beside instances. */
const counted: Readonly<Record<string, ListId>> = {
  volumes: 'listVolumes',
  snapshots: 'listSnapshots',
  elastic_ips: 'listElasticIps',
  load_balancers: 'listLoadBalancers',
  auto_scaling_groups: 'listAutoScalingGroups',
  buckets: 'listBuckets',
};

/** What is known of money; all of it null for whom billing is not shown. */
type Money = Pick<
  ReplyBody<'getSummary'>,
  'balance_paise' | 'burn_rate_paise_per_hour' | 'month_to_date_paise' | 'projected_month_paise' | 'runway_hours'
>;

interface Running {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly instance_type_id: string;
  /** What the type costs while it runs. */
  readonly price_paise_per_hour: number | null;
}

interface Status {
  readonly account: { readonly id: string; readonly status: string };
  readonly who: string;
  readonly endpoint: string;
  /** Seconds by which the platform's clock was moved ahead of the real time. */
  readonly clock_ahead_seconds: number;
  readonly money: Money | null;
  readonly instances: readonly Running[];
  /** How many there are of everything else; null for what may not be listed. */
  readonly counts: Readonly<Record<string, number | null>>;
}

async function told(session: Session): Promise<void> {
  const status = await gathered(session);
  const { globals, format } = session;
  if (format === 'table' && globals.query === undefined) return drawn(session, status);
  return show(status, { columns: [], items: format === 'id' ? 'instances' : undefined }, globals, format);
}

async function gathered({ typed, settings }: Session): Promise<Status> {
  const [me, money, instances, counts] = await Promise.all([
    typed.ask('getMe', {}),
    allowed(moneyOf(typed)),
    allowed(instancesOf(typed)),
    Promise.all(
      Object.entries(counted).map(async ([name, list]) => [name, await allowed(countOf(typed, list))] as const),
    ),
  ]);
  return {
    account: { id: me.account_id, status: me.status },
    who: me.email ?? me.username ?? me.id,
    endpoint: settings.endpoint,
    clock_ahead_seconds: platformClock.ahead,
    money,
    instances: instances ?? [],
    counts: Object.fromEntries(counts),
  };
}

/** What may not be seen is left out: policies may show one user instances and another bills. */
async function allowed<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SvcError && error.status === 403) return null;
    throw error;
  }
}

async function moneyOf(typed: TypedClient): Promise<Money> {
  const { balance_paise, burn_rate_paise_per_hour, month_to_date_paise, projected_month_paise, runway_hours } =
    await typed.ask('getSummary', {});
  return { balance_paise, burn_rate_paise_per_hour, month_to_date_paise, projected_month_paise, runway_hours };
}

async function instancesOf(typed: TypedClient): Promise<Running[]> {
  const prices = new Map<string, number>();
  for await (const { id, price_hourly_paise } of typed.each('listInstanceTypes', { query: { limit: 200 } }))
    prices.set(id, price_hourly_paise);
  const rows: Running[] = [];
  for await (const { id, name, status, instance_type_id } of typed.each('listInstances', { query: { limit: 200 } })) {
    if (status === 'terminated') continue;
    const price_paise_per_hour = status === 'stopped' ? null : (prices.get(instance_type_id) ?? null);
    rows.push({ id, name, status, instance_type_id, price_paise_per_hour });
  }
  return rows;
}

async function countOf(typed: TypedClient, list: ListId): Promise<number> {
  let count = 0;
  for await (const _ of typed.each(list, { query: { limit: 200 } } as never)) count += 1;
  return count;
}

async function drawn({ globals }: Session, status: Status) {
  const { account, who, endpoint, clock_ahead_seconds: ahead, money, instances, counts } = status;
  const others = Object.entries(counts).flatMap(([name, count]) => (count ? [several(count, name)] : []));
  const running = instances.filter(({ status }) => status === 'running').length;
  const fields = {
    account: `${account.id} (${who} at ${endpoint})`,
    status: account.status,
    ...(ahead !== 0 && { clock: `${span(ahead)} ahead of the real time; POST /dev/clock {"reset":true} sets it back` }),
    ...(money && moneyFields(money)),
    running: `${running} of ${instances.length} instances`,
    ...(others.length > 0 && { 'there are': others.join(', ') }),
  };
  await show(fields, { columns: [] }, { ...globals, columns: undefined } as never, 'table');
  if (instances.length === 0) return;
  print('');
  const columns = ['id', 'name', 'status', 'instance_type_id', 'price_paise_per_hour'];
  await show({ instances }, { items: 'instances', columns }, globals, 'table');
}

const several = (count: number, name: string): string =>
  `${count} ${(count === 1 ? name.replace(/s$/, '') : name).replaceAll('_', ' ')}`;

function moneyFields(money: Money): Record<string, string> {
  const { balance_paise, burn_rate_paise_per_hour, month_to_date_paise, projected_month_paise, runway_hours } = money;
  return {
    balance: rupees(balance_paise),
    costs: `${rupees(burn_rate_paise_per_hour)} an hour`,
    lasts: runway_hours === null ? 'as long as no billable resource runs' : lasting(runway_hours),
    month: `${rupees(month_to_date_paise)} so far, ${rupees(projected_month_paise)} projected, before GST`,
  };
}

/** Hours as people say them. */
function lasting(hours: number): string {
  if (hours < 48) return `${Math.floor(hours)} hours`;
  return `${Math.floor(hours / 24)} days`;
}
