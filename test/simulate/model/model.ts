import { type BillLine, billOf, type Margin, marginsOf } from './bill.ts';
import { check, type Line, type Model, over } from './checks.ts';
import { type Estimate, estimate, type Row, rowsOf } from './estimate.ts';
import type { Parameters } from './parameters.ts';
import type { Sampled } from './sampled.ts';
import { type Break, breaks } from './sizes.ts';
import { stackOf } from './stack.ts';
import { under } from './vector.ts';

/** The platform at one size, with its limits, its bill and what is left of its products. */
export interface Size extends Pick<Estimate, 'machines' | 'accounts' | 'hosts'> {
  readonly rows: readonly Row[];
  readonly lines: readonly Line[];
  readonly over: readonly Line[];
  readonly bill: readonly BillLine[];
  readonly margins: readonly Margin[];
}

/** What is known of the platform after a sample. */
export async function modelOf(sampled: Sampled, parameters: Parameters): Promise<Model> {
  const vectors = [...sampled.two.values(), ...[...sampled.operations.values()].map(({ vector }) => vector)];
  const seen = new Set(vectors.flatMap((vector) => [...under(vector, 'runs ').keys()]));
  return { sampled, stack: await stackOf([...seen]), parameters };
}

/** The platform with so many machines. */
export function sizeOf(model: Model, machines: number): Size {
  const at = estimate(model.sampled, machines);
  const lines = check(model, at);
  const bill = billOf(model, at);
  return {
    ...{ machines, accounts: at.accounts, hosts: at.hosts, rows: rowsOf(model.sampled, at) },
    ...{ lines, over: over(lines), bill, margins: marginsOf(model, at, bill) },
  };
}

/** The size that no limit may be near at. */
export const goal = 1_000_000;

/** Where each limit breaks, up to the goal. */
export const breaksOf = (model: Model): Break[] => breaks(model, goal);
