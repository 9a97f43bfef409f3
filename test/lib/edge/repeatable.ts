import type { Reply } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { callProbe, newProbeId, probe } from './probe.ts';

/** One request of a caller to a probe, as often as a test sends it, each time under the key it says. */
export function repeatable(bearer: () => string, handler = probe({ status: 201 })) {
  const id = newProbeId();
  const send = (key: string | undefined, more: Call = {}): Promise<Reply> =>
    callProbe(handler, {
      bearer: bearer(),
      params: { id },
      body: { text: 'hello' },
      ...more,
      headers: { 'idempotency-key': key, ...more.headers },
    });
  return { id, send };
}
