/** How many of each a test file has started. */
export interface Starts {
  platforms: number;
  browsers: number;
  /** Every other child process. */
  processes: number;
}

/** What a test file cost: milliseconds of processor time, of its process and of those that it started. */
export interface Measured extends Starts {
  milliseconds: number;
}

/** What a child process is, by its program and arguments. */
export function kindOf(program: string, words: readonly string[]): keyof Starts {
  if (words.some((word) => word.endsWith('/lib/local/start.mjs'))) return 'platforms';
  return /chrom(e|ium)$/.test(program) ? 'browsers' : 'processes';
}
