import type { Handler } from '#lib/edge/route.ts';
import { call, type Reply, type SignedUp } from '#test/support/call.ts';
import type { Call } from '#test/support/event.ts';

export type Client = (handler: Handler, request?: Call) => Promise<Reply>;

/** Calls handlers as this account. */
export const clientOf =
  ({ bearer }: SignedUp): Client =>
  (handler, request = {}) =>
    call(handler, { bearer, ...request });
