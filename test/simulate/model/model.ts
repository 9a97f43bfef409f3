import { type BillLine, billOf, type Margin, marginsOf } from './bill.ts';
import { check } from './checks.ts';
import { type Estimate, estimate, type Row, rowsOf } from './estimate.ts';
import { type Line, type Model, over } from './line.ts';
import { type Change, type Parameters, parametersWith } from './parameters.ts';
import { raised } from './raised.ts';
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
export async function modelOf(sampled: Sampled, given: readonly Change[] = []): Promise<Model> {
  const vectors = [...sampled.two.values(), ...[...sampled.operations.values()].map(({ vector }) => vector)];
  const seen = new Set(vectors.flatMap((vector) => [...under(vector, 'runs ').keys()]));
  return { sampled, stack: await stackOf([...seen]), given, parameters: parametersWith(given) };
}

/** With what a deployment of so many machines raises, unless another value is given. */
export const raisedFor = (model: Model, machines: number): Model => ({
  ...model,
  parameters: parametersFor(machines, model.given),
});

/** What the model works with for a size, where these are given otherwise. */
export const parametersFor = (machines: number, given: readonly Change[]): Parameters =>
  parametersWith([...changesFor(machines), ...given]);

function changesFor(machines: number): Change[] {
  const { param, limit } = raised.find((one) => machines <= one.machines) ?? raised.at(-1) ?? {};
  const changes = (group: Change[0], values: Readonly<Record<string, number>> = {}) =>
    Object.entries(values).map(([name, value]): Change => [group, name, value]);
  return [...changes('param', param), ...changes('limit', limit)];
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
