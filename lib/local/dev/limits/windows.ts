import type { DirectCalls } from '#lib/local/transport/client.ts';
import { endpointAt, socketOf } from '#lib/model/platform/endpoint.ts';

/*
 * The rate windows of a laptop are in the platform's memory: every request counts in one that is useless a second
 * later. Their addresses stand for an engine, as functions have one; clients have the answer without a connection.
 */

/** The address of windows that count. */
export const countingWindows = endpointAt('rate-windows');

/** The address of windows in which every count is 0. */
export const emptyWindows = endpointAt('no-rate-windows');

/** The key of a window (lib/store/keys.ts): of whom, and in which second. */
interface Window {
  readonly pk: string;
  readonly sk: string;
}

/** Answers the one call that the windows of an address know, which counts a request (lib/store/requests/rate.ts). */
export function windowsAt(name: string): DirectCalls {
  const count = name === socketOf(countingWindows) ? counter() : () => 0;
  return async ({ command, input }) => {
    if (command !== 'UpdateItemCommand') return { input, output: undefined };
    const { Key } = input as { Key: Window };
    return { input, output: { $metadata: {}, Attributes: { n: count(Key) } } };
  };
}

/** Makes a function that counts one more, and answers how many there are in the window. */
function counter(): (window: Window) => number {
  const seconds = new Map<string, Map<string, number>>();
  return ({ pk, sk }) => {
    const counts = seconds.get(sk) ?? new Map<string, number>();
    const count = (counts.get(pk) ?? 0) + 1;
    seconds.set(sk, counts.set(pk, count));
    // A call of the second before may still be on its way.
    const [oldest] = seconds.keys();
    if (seconds.size > 2 && oldest !== undefined) seconds.delete(oldest);
    return count;
  };
}
