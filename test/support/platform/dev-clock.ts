import { ask, demand } from '#test/support/http/client.ts';

/** Moves a running platform's civil clock ahead, and resolves when all that became due is done. */
export async function advance(baseUrl: string, seconds: number): Promise<void> {
  demand(await ask(baseUrl, '/dev/clock', { method: 'POST', body: { advance_seconds: seconds } }), 200);
}
