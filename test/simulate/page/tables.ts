import { type BillLine, costOf, type Margin } from '#test/simulate/model/bill.ts';
import type { Row } from '#test/simulate/model/estimate.ts';
import { type Line, shareOf } from '#test/simulate/model/line.ts';
import { number, percent } from './text.ts';

/** A table: its head, and its rows. */
export type Table = readonly [head: readonly string[], rows: readonly (readonly string[])[]];

/** What each cause asks in an hour. */
export function operationTable(rows: readonly Row[]): Table {
  const head = ['cause', 'times', 'runs', 'calls', 'read units', 'write units', 'transitions'];
  const cells = ({ cause, times, runs, calls, read, write, transitions }: Row) => [
    ...[cause, times === undefined ? '' : number(times)],
    ...[runs, calls, read, write, transitions].map(number),
  ];
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  const last = [({ runs }: Row) => runs, ({ calls }: Row) => calls, ({ read }: Row) => read, ({ write }: Row) => write];
  const totals = [...last, ({ transitions }: Row) => transitions].map((of) => number(sum(of)));
  return [head, [...rows.map(cells), ['all', '', ...totals]]];
}

/** Limits, the nearest first. */
export const limitTable = (lines: readonly Line[]): Table => [
  ['limit', 'what', 'at the peak', 'allowed', 'used', 'mostly by'],
  lines.map((line) => {
    const { limit, what, amount, allowed, unit, by } = line;
    return [limit, what, number(amount), `${number(allowed)} ${unit}`, percent(shareOf(line)), by];
  }),
];

/** A month's bill, US$ and as a share of a machine's month. */
export function billTable(bill: readonly BillLine[], machines: number, dollar: number): Table {
  const all: BillLine = { what: 'all', amount: Number.NaN, unit: '', cost: costOf(bill) };
  return [
    ['line', 'amount', 'US$ a month', '₹ a machine'],
    [...bill, all].map(({ what, amount, unit, cost }) => [
      ...[what, Number.isNaN(amount) ? '' : `${number(amount)} ${unit}`],
      ...[number(cost), number((cost / machines) * dollar)],
    ]),
  ];
}

/** What is left of each product. */
export const marginTable = (margins: readonly Margin[]): Table => [
  ['product', 'sold, ₹ a month', 'control plane, ₹', 'AWS, ₹', 'left'],
  margins.map(({ product, sold, share, own, left }) => [
    ...[product, number(sold), number(share), own === undefined ? 'own hosts' : number(own), percent(left)],
  ]),
];
