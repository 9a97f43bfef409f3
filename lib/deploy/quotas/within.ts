import { DeployError } from '#lib/deploy/template.ts';
import type { Packaged, Quota } from './quota.ts';
import { quotas } from './table.ts';

/** A line of the table of quotas: the thing that comes nearest to its bound. */
export interface Line extends Pick<Quota, 'name' | 'published' | 'bound'> {
  readonly what: string;
  readonly amount: number;
}

/** Measures the stack by every quota. Throws DeployError that names each line over its bound, and what is. */
export function withinQuotas(packaged: Packaged): Line[] {
  const lines = quotas.map((quota) => lineOf(quota, packaged));
  const over = lines.filter(({ amount, bound }) => amount > bound);
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
    .map(({ name, amount, bound, what }) =>
      [`  ${name}`.padEnd(40), `${amount}`.padStart(9), `of ${bound}`.padEnd(13), what].join(' '),
    )
    .join('\n');

function lineOf({ name, published, bound, measure }: Quota, packaged: Packaged): Line {
  const [what, amount] = [...measure(packaged)].sort(([, a], [, b]) => b - a)[0] ?? ['none', 0];
  return { name, published, bound, what, amount };
}
