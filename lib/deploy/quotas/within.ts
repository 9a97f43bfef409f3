import { DeployError } from '#lib/deploy/template.ts';
import type { Measured, Packaged, Quota } from './quota.ts';
import { quotas } from './table.ts';

/** A line of the table of quotas: the thing that comes nearest to its bound. */
export interface Line extends Pick<Quota, 'name' | 'published' | 'bound'> {
  readonly what: string;
  readonly amount: number;
  /** Why more than the bound is allowed here; empty where it is not. */
  readonly why: string;
}

/** Measures the stack by every quota. Throws DeployError that names each line over its bound, and what is. */
export function withinQuotas(packaged: Packaged): Line[] {
  const lines = quotas.map((quota) => lineOf(quota, packaged));
  const over = lines.filter(({ amount, bound, why }) => amount > bound && why === '');
  if (over.length === 0) return lines;
  const sentences = over.map(
    ({ name, what, amount, bound, published }) =>
      `${what} has ${amount} ${name} (at most ${bound}; AWS allows ${published})`,
  );
  throw new DeployError(sentences.join('; '));
}

/** The table for who packages, a line for each quota. */
export const shown = (lines: readonly Line[]): string =>
  lines
    .map(({ name, amount, bound, what, why }) =>
      [`  ${name}`.padEnd(40), `${amount}`.padStart(9), `of ${bound}`.padEnd(13), what, why && `(${why})`]
        .join(' ')
        .trimEnd(),
    )
    .join('\n');

function lineOf({ name, published, bound, measure, except }: Quota, packaged: Packaged): Line {
  const excused = ([what, amount]: Measured) => what === except?.what && amount <= except.amount;
  const all = [...measure(packaged)].sort(([, a], [, b]) => b - a);
  const [what, amount] = all.find((one) => !excused(one) && one[1] > bound) ?? all[0] ?? ['none', 0];
  const why = amount > bound && excused([what, amount]) ? (except?.why ?? '') : '';
  return { name, published, bound, what, amount, why };
}
