import type { TypedClient } from '#lib/cli/run/session.ts';
import type { Wish } from './download.ts';
import type { Place } from './place.ts';
import type { Skipped } from './skipped.ts';

/** One copy: a file to an object, an object to an object, or an object to a file. */
export type Job =
  | { readonly path: string; readonly to: Place }
  | { readonly from: Place; readonly to: Place }
  | ({ readonly from: Place } & Wish);

/** What was asked of `svc cp`. */
export interface Wanted {
  readonly sources: readonly string[];
  readonly target: string;
  readonly isTree: boolean;
  /** Leaves out what is there with the same size and is not older. */
  readonly isUpdate: boolean;
}

/** What finding copies needs beside their places. */
export interface Finding extends Wanted {
  readonly typed: TypedClient;
  /** Is told of each thing that is left out. */
  leftOut(): void;
  /** Is told of each object whose key cannot be a file. */
  skipped(why: Skipped): void;
}
