import type { Change, Parameters } from './parameters.ts';
import type { Sampled } from './sampled.ts';
import type { Stack } from './stack.ts';

/** What is to be raised for a limit: a parameter of the deployment, or a quota of AWS by its name in `--limit`. */
export type Raise =
  | { readonly group: 'param' | 'limit'; readonly name: string }
  /** Where nothing can be raised: what is to be done. */
  | { readonly group: 'nothing'; readonly todo: string };

/** What comes nearest to a limit, or all that a limit applies to. */
export interface Line {
  /** The kind of limit. */
  readonly limit: string;
  readonly what: string;
  readonly amount: number;
  readonly allowed: number;
  readonly unit: string;
  /** The cause that has the largest part in it. */
  readonly by: string;
  readonly raise: Raise;
  readonly source: string;
}

/** The part of a limit that is used up. */
export const shareOf = ({ amount, allowed }: Line): number => amount / allowed;

/** The part of any limit that may be used up: AWS throttles by shorter times than a second, and traffic is uneven. */
export const bound = 0.5;

/** What the model has to know to hold a size to its limits. */
export interface Model {
  readonly sampled: Sampled;
  readonly stack: Stack;
  /** What was given otherwise than it is by default, and all that the model works with. */
  readonly given: readonly Change[];
  readonly parameters: Parameters;
}

/** The lines over the bound. */
export const over = (lines: readonly Line[]): Line[] => lines.filter((line) => shareOf(line) > bound);
