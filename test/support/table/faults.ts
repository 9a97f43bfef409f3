import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { documents } from '#lib/store/platform/client.ts';

/** The fate of a DynamoDB call: no fault, an error instead of the call, or an error after the call. */
export type Fault = undefined | { instead: Error } | { after: Error };

/**
 * Puts faults into TransactWriteItems calls of this process, by their number from 1. The returned function ends that.
 */
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

/** The error of a transaction that was cancelled for these reasons, one for each item. */
export const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: `Transaction cancelled [${codes.join(', ')}]`,
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** The error of a connection that no server accepts. */
export const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/**
 * Holds back the next TransactWriteItems that touches a partition key with this prefix, until it is released. `reached`
 * resolves when that call has come. Other writes go on.
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
