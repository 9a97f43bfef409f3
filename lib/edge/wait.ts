import type { Context } from '#lib/domain/platform/context.ts';
import type { Exchange } from './exchange.ts';

/** The longest wait of a reply in seconds (contract 1.3: an HTTP API gives up after 30). */
const maxSeconds = 25;
const pollInterval = 200;

/** The seconds of `Prefer: wait=N` (RFC 7240), at most 25; 0 where the header is absent. */
function waitSeconds({ request }: Exchange): number {
  const preferences = (request.headers.prefer ?? '').split(/[,;]/).map((each) => each.trim());
  const [requested = '0'] = preferences.flatMap((each) => /^wait\s*=\s*"?(\d{1,6})\b/i.exec(each)?.[1] ?? []);
  return Math.min(maxSeconds, Number(requested));
}

/** Waits until the resource has settled or the requested time is over, and answers the reply as it is then. */
export async function awaitSettled(exchange: Exchange, context: Context, reply: unknown): Promise<unknown> {
  const seconds = waitSeconds(exchange);
  const { settled } = exchange.route;
  if (!settled || seconds === 0) return reply;
  exchange.reply.headers['preference-applied'] = `wait=${seconds}`;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const now = await settled(context, reply, exchange.input);
    if (now !== undefined) return now;
    await new Promise((done) => setTimeout(done, pollInterval));
  }
  return (await settled(context, reply, exchange.input)) ?? reply;
}
