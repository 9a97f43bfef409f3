import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gate } from '#lib/local/state/gate.ts';
import { stateChanging } from './refusals.ts';
import { refuse } from './reply.ts';
import { pathOf } from './routing.ts';

/** Where the payment gateway posts its events. Who pays there may wait until they are taken. */
export const GATEWAY_EVENTS = '/auth/billing/webhooks/razorpay';

/** Milliseconds that a request waits; longer than a state takes to load. */
export const WAIT_MS = 5_000;
/** What saves, loads and resets states waits for all others, and not for itself. */
const OF_STATES = /^\/dev\/(state(\/.*)?|reset)$/;

/** Answers a request as soon as the state of the platform is not being exchanged; 503 where that takes too long. */
export async function admit(
  gate: Gate,
  req: IncomingMessage,
  res: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  const path = pathOf(req.url ?? '/');
  if (OF_STATES.test(path)) return answer();
  const as = path === GATEWAY_EVENTS ? 'inner' : 'request';
  const entered = await gate.runWithin(WAIT_MS, `${req.method} ${path}`, as, async () => {
    if (!res.destroyed) await answer();
  });
  if (!entered) refuse(req, res, { ...stateChanging, close: !req.complete });
}
