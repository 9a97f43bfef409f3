import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { documents } from '#lib/store/platform/client.ts';

/** What becomes of a DynamoDB call: nothing unusual, an error in its place, or an error after it has been done. */
export type Fault = undefined | { instead: Error } | { after: Error };

/** Puts faults into every TransactWriteItems of this process, by its number from 1, until the function that is answered is called. */
export function faultTransactions(faultOf: (call: number) => Fault): () => number {
  let calls = 0;
  const name = 'fault';
  documents().middlewareStack.add(
    (next, context) => async (args) => {
      if (!/TransactWrite/.test(context.commandName ?? '')) return next(args);
      calls++;
      const fault = faultOf(calls);
      if (fault && 'instead' in fault) throw fault.instead;
      const reply = await next(args);
      if (fault) throw fault.after;
      return reply;
    },
    { step: 'initialize', name, override: true },
  );
  return () => {
    documents().middlewareStack.remove(name);
    return calls;
  };
}

/** A transaction that was cancelled for these reasons, by item. */
export const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: `Transaction cancelled [${codes.join(', ')}]`,
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** A connection that nobody answers. */
export const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/**
 * Keeps the next TransactWriteItems that touches a partition key of this beginning from being sent until it is released;
 * `reached` resolves once it is there. What else is written goes on.
 */
export function holdTransaction(pk: string): { reached: Promise<void>; release: () => void } {
  const name = `hold ${pk}`;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  documents().middlewareStack.add(
    (next, context) => async (args) => {
      if (!/TransactWrite/.test(context.commandName ?? '') || !JSON.stringify(args.input).includes(`"pk":"${pk}`)) {
        return next(args);
      }
      documents().middlewareStack.remove(name);
      reached.resolve();
      await released.promise;
      return next(args);
    },
    { step: 'initialize', name, override: true },
  );
  return { reached: reached.promise, release: released.resolve };
}
