import { fileURLToPath } from 'node:url';
import { costOf } from '#test/simulate/model/bill.ts';
import { sumsOf } from '#test/simulate/model/estimate.ts';
import { bound, type Model, shareOf } from '#test/simulate/model/line.ts';
import { breaksOf, goal, raisedFor, type Size, sizeOf } from '#test/simulate/model/model.ts';
import { noted, sources } from '#test/simulate/model/parameters.ts';
import { nameOf } from '#test/simulate/model/sizes.ts';
import { raiseOf, raises } from './raise.ts';
import { marginTable } from './tables.ts';
import { exact, markdown, number, percent } from './text.ts';

/** Where the page is. */
export const path = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url));

/** The headings of the page, in their order. */
export const headings = [
  'What breaks at which size',
  'What to raise',
  'The limits at each size',
  'What it costs',
  'What one operation costs',
  'What is left of each product',
  'How it is simulated',
  'Prices, quotas and assumptions',
] as const;

const head = `# Scale

What the control plane asks of AWS as a region grows: what breaks first, what to raise, and what it costs. This page is
made by \`npm run simulate\`, which runs the real handlers, workflows and schedules in one process, counts what they ask,
and fails where more than ${percent(bound)} of any limit is used with ${number(goal)} machines.

**You need** nothing to read it. **It takes** 10 minutes.
`;

/** docs/scale.md, of these sizes. */
export function documentOf(model: Model, machines: readonly number[]): string {
  const sizes = machines.map((one) => sizeOf(raisedFor(model, one), one));
  const sections: Record<(typeof headings)[number], string> = {
    'What breaks at which size': breaksIn(model),
    'What to raise': raises(model),
    'The limits at each size': limitsAt(sizes),
    'What it costs': costs(model, sizes),
    'What one operation costs': operationsIn(model),
    'What is left of each product': marginsAt(sizes),
    'How it is simulated': howIn(model),
    'Prices, quotas and assumptions': parametersIn(model),
  };
  return [head, ...headings.map((name) => `## ${name}\n\n${sections[name]}\n`)].join('\n');
}

function breaksIn(model: Model): string {
  const found = breaksOf(model);
  if (found.length === 0) return `Nothing, up to ${number(goal)} machines.`;
  const rows = found.map(({ machines, line: { limit, what, by, raise } }) => [
    number(machines),
    limit,
    what,
    by,
    raiseOf(raise),
  ]);
  const keys = found.filter(({ line: { limit } }) => limit.endsWith('units of a key'));
  const first = keys.filter(({ line }, at) => keys.findIndex((one) => one.line.what === line.what) === at);
  const named = first.map(({ machines, line: { what } }) => `${what} ${number(machines)}`);
  return [
    ...(named.length > 0
      ? [wrapped(`Keys that carry the whole platform, each with the size at which it breaks: ${named.join(', ')}.`), '']
      : []),
    `A line says with how many machines more than ${percent(bound)} of a limit is used, with the defaults of parameters and`,
    'quotas. Where the last column names one, raise it before; where it says "nothing", the code has to change.',
    '',
    markdown(['machines', 'limit', 'what', 'mostly by', 'raise'], rows),
  ].join('\n');
}

/** Text in lines of at most 120 characters. */
const wrapped = (text: string): string => text.replaceAll(/(.{1,119})(?: |$)/g, '$1\n').trimEnd();

/** The part of a limit from which on it is shown. */
const shown = 0.1;

function limitsAt(sizes: readonly Size[]): string {
  const largest = sizes.at(-1)?.lines.filter((line) => shareOf(line) >= shown) ?? [];
  const rows = largest.map((line) => {
    const used = sizes.map(({ lines }) => lines.find((other) => nameOf(other) === nameOf(line)));
    return [
      line.limit,
      line.what,
      ...used.map((one) => (one ? percent(shareOf(one)) : '')),
      `${[...new Set(used.flatMap((one) => (one ? number(one.allowed) : [])))].join(' · ')} ${line.unit}`,
    ];
  });
  const columns = sizes.map(({ machines, accounts }) => `${number(machines)} machines, ${number(accounts)} accounts`);
  return [
    'What is used of each limit in the busiest second, or run, of the simulated hour, with the values of the section above.',
    'Where these differ by size, the last column has all of them. Limits of which less than',
    `${percent(shown)} is used at the largest size are left out.`,
    '',
    markdown(['limit', 'what', ...columns, 'allowed'], rows),
  ].join('\n');
}

function costs({ parameters: { price } }: Model, sizes: readonly Size[]): string {
  const names = sizes.at(-1)?.bill.map(({ what }) => what) ?? [];
  const costIn = ({ bill }: Size, what: string) => bill.find((line) => line.what === what)?.cost ?? 0;
  const rows = names.map((what) => [what, ...sizes.map((size) => number(costIn(size, what)))]);
  const sums = sizes.map(({ bill }) => number(costOf(bill)));
  const shares = sizes.map(({ bill, machines }) => number((costOf(bill) / machines) * price.dollar));
  return [
    'US$ a month for the control plane alone: hosts, their disks and their traffic are not in it, and nothing is taken off',
    'for free tiers or agreements.',
    '',
    markdown(
      ['line', ...sizes.map(({ machines }) => `${number(machines)} machines`)],
      [...rows, ['**all**', ...sums], [`**₹ a machine**, ₹ ${number(price.dollar)} for a US$`, ...shares]],
    ),
  ].join('\n');
}

function operationsIn({ sampled: { operations, two, block } }: Model): string {
  const cells = (vector: Parameters<typeof sumsOf>[0], by = 1) => {
    const { runs, calls, read, write, transitions } = sumsOf(vector);
    return [runs, calls, read, write, transitions].map((amount) => number(amount / by));
  };
  const columns = ['runs of functions', 'calls of the table', 'read units', 'write units', 'transitions'];
  const asked = [...operations].map(([name, { rate, vector }]) => [name, number(rate), ...cells(vector)]);
  const standing = [...two].map(([cause, vector]) => [cause, ...cells(vector, 2 * block.machines)]);
  return [
    'Each with all that follows from it: workflows, calls of hosts, readers of the stream, and what schedules do later. The',
    'rate is how often it is done in an hour for each machine.',
    '',
    markdown(['operation', 'rate', ...columns], asked),
    '',
    `What hosts and schedules ask in an hour for each machine, with ${2 * block.machines} machines:`,
    '',
    markdown(['cause', ...columns], standing),
  ].join('\n');
}

function marginsAt(sizes: readonly Size[]): string {
  const size = sizes.at(-1);
  return [
    `With ${number(size?.machines ?? 0)} machines, before GST. The control plane's bill is shared out over the machines. What AWS`,
    'takes for the thing itself is counted where it has a list price; machines, their images and load balancers stand on',
    'hosts, which are not in it.',
    '',
    markdown(...marginTable(size?.margins ?? [])),
  ].join('\n');
}

function howIn({ sampled: { block, operations } }: Model): string {
  return [
    `* **Sampled**: the platform with one block, and with two, for the hour from 01:55 to 02:55 Indian time, when backups are`,
    `  taken and ledgers are compared. A block has ${block.machines} machines, ${block.accounts} accounts, ${block.hosts} host, ${block.backups} nightly backups, ${block.volumes} volumes,`,
    `  ${block.elasticIps} elastic IPs, an auto scaling group, an autoscale rule, a load balancer and a webhook. Then each of ${operations.size} operations,`,
    '  and the minute after it. Machines do not run: the agent performs its jobs on the driver `simulated`.',
    '* **Extrapolated**: what the second block has added is added for each further one; what it did not add stays. So all',
    '  sizes have the same proportions. Operations are counted once and multiplied by their rates.',
    '* **Units** are those that the embedded engine counts, for the table and for its index. By which keys they go follows',
    '  from the items before and after each write.',
    '* **Keys**: a key without an id is the same key at every size. Of a family with numbers, such as shards, each has the',
    '  part that it has of the keys that were seen: fewer than there are, so that a peak is rather too high. Keys of',
    '  accounts, machines and hosts are as busy at every size; what one customer asks of them is bounded by the rate limit.',
    '* **Peaks**: what is due in a minute is done evenly within it, and with it comes the peak of what customers ask. What',
    '  accounts and hosts have at different minutes of the hour is spread evenly over the span of those that were seen.',
    '  Hosts report metrics in six minutes of ten, so their peak is up to 1.7 times what is said.',
    '* **Time of functions** is not measured but made from the calls that wait for one another. Scheduled tasks work on',
    '  several accounts at a time, of which the sample has few, so their time is rather too high.',
    '* **Not simulated**: data of object storage, consoles, health checks of load balancers, payments beyond a top-up, mail',
    '  beyond its place in the table, hosts that are lost, throttled calls that are sent again, and growth of histories.',
  ].join('\n');
}

function parametersIn({ parameters }: Model): string {
  const rows = Object.entries(sources).flatMap(([group, all]) =>
    Object.entries(all).map(([name, { unit, source }]) => {
      const value = parameters[group as keyof typeof sources][name as never] ?? 0;
      const from = source
        .replace(/^https.*$/, '<$&>')
        .replace(/^deploying.md$/, '[deploying](deploying.md#2-parameters)');
      return [`\`--${group} ${name}\``, `${exact(value)} ${unit}`, from];
    }),
  );
  return [
    `List prices and default quotas of ap-south-1, as noted in ${noted}; none of them was seen in an account, so compare`,
    'them with yours. `npm run simulate -- 100000 --price write_units=0.5` has others, and `--file` reads them from JSON:',
    '`{"price": {"write_units": 0.5}}`.',
    '',
    markdown(['parameter', 'value', 'source'], rows),
  ].join('\n');
}
