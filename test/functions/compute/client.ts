import type { Handler } from '#lib/edge/route.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';

export type Client = (handler: Handler, request?: Call) => Promise<Reply>;

/** Calls handlers as this account. */
export const clientOf =
  ({ bearer }: SignedUp): Client =>
  (handler, request = {}) =>
    call(handler, { bearer, ...request });
