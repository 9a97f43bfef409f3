import { costOf } from '#test/simulate/model/bill.ts';
import { bound, type Line, type Model, shareOf } from '#test/simulate/model/line.ts';
import { breaksOf, goal, raisedFor, type Size, sizeOf } from '#test/simulate/model/model.ts';
import { samples } from '#test/simulate/world/operations.ts';
import { raiseOf } from './raise.ts';
import { billTable, limitTable, marginTable, operationTable } from './tables.ts';
import { number, percent, plain } from './text.ts';

/** Limits of which less is used are left out, unless they are among the first. */
const least = 0.05;
const first = 15;

/** What is sampled, and how it is scaled. */
export function method({ sampled: { block, unexplained, operations } }: Model): string[] {
  return [
    `Sampled: an hour of one block and of two (a block: ${block.machines} machines, ${block.accounts} accounts, ` +
      `${block.hosts} host, ${block.backups} nightly backups), and each of ${operations.size} operations ${samples} times, ` +
      'by the real handlers, workflows, schedules, readers of the stream and job code of the agent.',
    'Extrapolated: what the second block adds is added for each further block, and what it does not add stays. What ' +
      'customers ask is one operation at its rate. Keys without an id are one key at every size; of a family with ' +
      'numbers each key has its part. Work that is due in a minute is spread over that minute; what accounts have at ' +
      'different minutes is spread over the span of those minutes.',
    `The units by key were adjusted by ${number(unexplained)} units in all, so that they add up to the engine's own.`,
  ];
}

/** Everything of one size, in plain text. */
export function reportOf(model: Model, size: Size): string {
  const { dollar } = model.parameters.price;
  const shown = size.lines.filter(({ amount, allowed }, at) => at < first || amount / allowed >= least);
  const cost = costOf(size.bill);
  return [
    `# ${number(size.machines)} machines, ${number(size.accounts)} accounts, ${number(size.hosts)} hosts`,
    'In an hour, by what causes it:',
    plain(...operationTable(size.rows)),
    'At the peak, against the limits:',
    plain(...limitTable(shown), ['what', 'mostly by', 'allowed']),
    `In a month: US$ ${number(cost)}, ₹ ${number((cost / size.machines) * dollar)} a machine`,
    plain(...billTable(size.bill, size.machines, dollar)),
    'Margins:',
    plain(...marginTable(size.margins)),
  ].join('\n\n');
}

/**
 * What breaks first, up to the goal, with what is given alone; and whether anything does with what docs/scale.md says
 * to raise for it.
 */
export function verdictOf(model: Model): { text: string; holds: boolean } {
  const { over, lines } = sizeOf(raisedFor(model, goal), goal);
  const found = breaksOf(model);
  const broken = found.map(
    ({ machines, line: { limit, what, by, raise } }) =>
      `${number(machines).padStart(9)} machines: ${limit}: ${what} (mostly ${by}); raise: ${raiseOf(raise)}`,
  );
  const first = found.length === 0 ? [] : [`More than ${percent(bound)} of a limit is used from`, ...broken];
  const [most] = lines;
  const used = most ? `${percent(shareOf(most))} (${most.limit}: ${most.what})` : 'nothing';
  const last =
    over.length === 0
      ? `With what docs/scale.md says to raise, ${number(goal)} machines use at most ${used}.`
      : `With what docs/scale.md says to raise, ${number(goal)} machines use too much of ${over.map(neededOf).join(', ')}.`;
  return { text: [...first, last].join('\n'), holds: over.length === 0 };
}

const neededOf = (line: Line): string =>
  `${line.limit}: ${line.what} (${percent(shareOf(line))}; ${raiseOf(line.raise)} to ${number(line.amount / bound)})`;
