import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { StartError } from './start-error.ts';

/**
 * The answer of GET /healthz once the platform is ready (contract 4.11); `compute` is absent where the service has no
 * such route.
 */
export interface Health {
  readonly compute?: { readonly driver: string; readonly capabilities: readonly string[] };
}

const READY_WITHIN_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;

/** Polls GET /healthz until it answers 200. Rejects as `failed` does, and after 60 s with the last answer. */
export async function untilHealthy(baseUrl: string, failed: Promise<never>): Promise<Health> {
  const deadline = performance.now() + READY_WITHIN_MS;
  let last = 'no answer';
  while (performance.now() < deadline) {
    const reply = await Promise.race([ask(`${baseUrl}/healthz`), failed]);
    if (reply.status === 200) return reply.body as Health;
    if (reply.status === 404) return {};
    last = String((reply.body as { error?: string }).error ?? `status ${reply.status}`);
    await Promise.race([setTimeout(25), failed]);
  }
  throw new StartError(`the platform did not become healthy within ${READY_WITHIN_MS / 1000} s: ${last}`);
}

/** By node:http, since the code of `fetch` would be loaded for this alone. */
function ask(url: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) => {
    const failed = ({ message }: Error) => resolve({ status: 0, body: { error: message } });
    get(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }, (reply) => {
      json(reply).then((body) => resolve({ status: reply.statusCode ?? 0, body }), failed);
    }).on('error', failed);
  });
}
