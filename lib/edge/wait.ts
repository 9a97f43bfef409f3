import type { Context } from '#lib/domain/platform/context.ts';
import { elapsed, pause, realNow } from '#lib/drivers/clocks/real.ts';
import { longestWait } from '#lib/model/platform/longest-wait.ts';
import { claimLease, type Lease, vacateLease } from '#lib/store/requests/held-replies.ts';
import type { Exchange } from './exchange.ts';
import { log, messageOf } from './log.ts';

/** Milliseconds between two polls: at first and at most. Each pause is twice as long as the last. */
const [soonest, latest] = [200, 2000];

/** The seconds of `Prefer: wait=N` (RFC 7240), at most 25; 0 where the header is absent. */
function waitSeconds({ request }: Exchange): number {
  const { prefer } = request.headers;
  if (prefer === undefined) return 0;
  const preferences = prefer.split(/[,;]/).map((each) => each.trim());
  const [requested = '0'] = preferences.flatMap((each) => /^wait\s*=\s*"?(\d{1,6})\b/i.exec(each)?.[1] ?? []);
  return Math.min(longestWait, Number(requested));
}

/**
 * Waits until the resource has settled or the requested time has passed, and answers its current reply. Answers at once
 * where the caller or the account already has the maximum number of held replies (contract 1.3).
 */
export async function awaitSettled(exchange: Exchange, context: Context, reply: unknown): Promise<unknown> {
  const seconds = waitSeconds(exchange);
  const { settled } = exchange.route;
  if (!settled || seconds === 0) return reply;
  const end = elapsed() + seconds * 1000;
  const look = () => settled(context, reply, exchange.input);
  const grant = (granted: number) => {
    exchange.reply.headers['preference-applied'] = `wait=${granted}`;
  };
  grant(seconds);
  const now = await look();
  if (now !== undefined) return now;
  const lease = await claimed(exchange, context);
  if (lease === undefined) {
    grant(0);
    return reply;
  }
  try {
    return (await held(look, end)) ?? reply;
  } finally {
    await released(exchange, context, lease);
  }
}

/** Polls until there is a result or `end` has passed, and answers the last result. */
async function held(look: () => Promise<unknown>, end: number): Promise<unknown> {
  for (let interval = soonest; ; interval = Math.min(latest, interval * 2)) {
    await pause(Math.min(interval, Math.max(0, end - elapsed())));
    const now = await look();
    if (now !== undefined || elapsed() >= end) return now;
  }
}

/** The request is already done, so a failure of the table here does not fail it: the reply is sent at once. */
const claimed = ({ request }: Exchange, { principal }: Context): Promise<Lease | undefined> =>
  claimLease(principal, request.id, realNow()).catch((error: unknown) => {
    log('warn', { request_id: request.id, message: `no lease of a held reply: ${messageOf(error)}` });
    return undefined;
  });

/** A lease that cannot be released expires on its own. */
const released = ({ request }: Exchange, { principal }: Context, lease: Lease): Promise<void> =>
  vacateLease(principal, lease).catch((error: unknown) => {
    log('warn', { request_id: request.id, message: `a lease of a held reply is left over: ${messageOf(error)}` });
  });
