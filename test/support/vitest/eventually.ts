// biome-ignore-all lint/plugin: this is how a test waits for a condition
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * Milliseconds: longer than a loaded host needs for anything that should happen, and shorter than a test's own timeout,
 * which gives no reason.
 */
const PATIENCE_MS = 60_000;

/**
 * Waits until `probe` answers something other than undefined or false, and answers that. After `patience` milliseconds
 * it throws with the condition and with the last state: what `seen` answers, otherwise what the probe answered.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  { seen, patience = PATIENCE_MS }: { readonly seen?: () => unknown; readonly patience?: number } = {},
): Promise<Exclude<T, undefined | false>> {
  const end = performance.now() + patience;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    if (performance.now() > end) throw gaveUp(probe, seen ? await seen() : answer, patience);
    await wait(10);
  }
}

function gaveUp(probe: () => unknown, last: unknown, patience: number): Error {
  const condition = String(probe).replace(/\s+/g, ' ');
  const told = typeof last === 'string' ? last : inspect(last, { depth: 4, breakLength: 120 });
  return new Error(`not within ${patience} ms: ${condition}\nlast seen: ${told}`);
}
