/** One check: what is right, and the work that finds it out. Work throws what is wrong. */
export interface Check {
  readonly name: string;
  /** The checks without which this one means nothing. */
  readonly needs?: readonly string[];
  /** Answers what is worth a word, where there is something. */
  run(): Promise<string | undefined>;
}

/** How a check ended. */
interface Outcome {
  readonly name: string;
  readonly result: 'ok' | 'FAIL' | 'skip';
  readonly word: string | undefined;
}

/**
 * Does the checks in order, and tells each as it ends. A check whose needs failed is skipped. Answers those that
 * failed.
 */
export async function runChecks(checks: readonly Check[], tell: (line: string) => void): Promise<string[]> {
  const unmet = new Set<string>();
  const failed: string[] = [];
  for (const check of checks) {
    const outcome = await outcomeOf(check, unmet);
    if (outcome.result !== 'ok') unmet.add(check.name);
    if (outcome.result === 'FAIL') failed.push(check.name);
    tell(`${outcome.result.padEnd(4)}  ${outcome.name}${outcome.word === undefined ? '' : `: ${outcome.word}`}`);
  }
  return failed;
}

async function outcomeOf({ name, needs = [], run }: Check, unmet: ReadonlySet<string>): Promise<Outcome> {
  const lacking = needs.find((need) => unmet.has(need));
  if (lacking !== undefined) return { name, result: 'skip', word: `it needs "${lacking}"` };
  try {
    return { name, result: 'ok', word: await run() };
  } catch (error) {
    return { name, result: 'FAIL', word: (error as Error).message.split('\n')[0] };
  }
}

/** Throws where something is not as it should be. */
export function demand(isRight: boolean, wrong: string): asserts isRight {
  if (!isRight) throw new Error(wrong);
}
