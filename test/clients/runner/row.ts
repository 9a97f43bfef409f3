import type { Place } from './place.ts';

/** A program of others that people use with the platform. */
export interface RealClient {
  readonly name: string;
  /** Commands of bash that print its version, and fail where it is not installed. */
  readonly version: string;
  /** Commands of bash before its first row. What they export, the rows have. */
  readonly setUp?: string;
  /** In the order in which they run, in one folder. */
  readonly rows: readonly Row[];
  /** Commands of bash after its last row, whatever came of them. */
  readonly cleanUp?: string;
}

/** What somebody does with it. */
export interface Row {
  readonly feature: string;
  /** Commands of bash, of which none may fail, or the same in this process. */
  readonly does: string | ((place: Place) => Promise<unknown>);
  /** What it must show. */
  readonly shows?: string;
  /** That it is refused, and what the client then says. */
  readonly refused?: string;
}
