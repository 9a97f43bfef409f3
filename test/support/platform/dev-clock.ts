import { ask, demand } from '#test/support/http/client.ts';

/** A request gets no answer after five minutes, and under faults on a busy computer an hour may take a second. */
const longest = 4 * 86_400;

/** Moves a running platform's civil clock ahead, and resolves when all that became due is done. */
export async function advance(baseUrl: string, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= longest) {
    const body = { advance_seconds: Math.min(left, longest) };
    demand(await ask(baseUrl, '/dev/clock', { method: 'POST', body }), 200);
  }
}
