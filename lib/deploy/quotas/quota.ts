import type { Template } from '#lib/deploy/template.ts';

/** What a quota is measured on: the stack as it is uploaded, and the zips of its functions in bytes, by name. */
export interface Packaged {
  readonly template: Template;
  readonly zips: Readonly<Record<string, Zip>>;
}

/** Bytes of a function's code, as it is uploaded and as Lambda unpacks it. */
export interface Zip {
  readonly packed: number;
  readonly unpacked: number;
}

/** One measurement: what was measured, and how much there is of it. */
export type Measured = readonly [what: string, amount: number];

/** One published quota of AWS. */
export interface Quota {
  readonly name: string;
  /** What AWS allows. */
  readonly published: number;
  /** What packaging allows: less, so that the quota is met before a deployment meets it. */
  readonly bound: number;
  readonly source: string;
  /** Each thing that the quota applies to. */
  measure(packaged: Packaged): readonly Measured[];
}
