import { pause, realNow } from '#lib/drivers/clocks/real.ts';
import { documents } from '#lib/store/platform/client.ts';
import type { Reply } from '#lib/testing/functions/call.ts';

/** The calls of a piece of work to the table: each by name, and how many had to wait for one another. */
export interface TableCalls {
  calls: string[];
  /** The longest chain of calls in which each began after the one before it had ended. */
  rounds: number;
}

interface Span {
  name: string;
  from: number;
  to: number;
}

/** Counts the calls to the table while the work runs. Only one piece of work may be counted at a time. */
export async function tableCalls(work: () => Promise<unknown>): Promise<TableCalls> {
  const spans: Span[] = [];
  let moment = 0;
  const stack = documents().middlewareStack;
  stack.add(
    (next, context) => async (args) => {
      const span: Span = { name: String(context.commandName), from: moment++, to: Number.POSITIVE_INFINITY };
      spans.push(span);
      try {
        return await next(args);
      } finally {
        span.to = moment++;
      }
    },
    { step: 'initialize', priority: 'high', name: 'table-calls' },
  );
  try {
    await work();
  } finally {
    stack.remove('table-calls');
  }
  return { calls: spans.map(({ name }) => name.replace(/Command$/, '')), rounds: longestChain(spans) };
}

/**
 * The calls of a request that is let in, and its reply. A caller who asks much in one second is refused by the rate
 * limit, which is no answer to what is counted: the request is counted again in the next second.
 */
export async function requestCalls(
  send: () => Promise<Pick<Reply, 'status' | 'body'>>,
): Promise<TableCalls & { reply: Pick<Reply, 'status' | 'body'> }> {
  for (;;) {
    const replies: Pick<Reply, 'status' | 'body'>[] = [];
    const cost = await tableCalls(async () => void replies.push(await send()));
    const [reply] = replies;
    if (reply && reply.status !== 429) return { ...cost, reply };
    await pause(1000 - (realNow().getTime() % 1000));
  }
}

function longestChain(spans: readonly Span[]): number {
  const depths: number[] = [];
  for (const { from } of spans) {
    const before = depths.filter((_, at) => spans[at]!.to < from);
    depths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths);
}
