import type { RawClient, Wire } from './raw.ts';

/** What is asked of both sides. */
export type Kind =
  | 'show'
  | 'list18'
  | 'list200'
  | 'list1000'
  | 'patch'
  | 'audit'
  | 'signUp'
  | 'signed'
  | 'byToken'
  | 'healthz'
  | 'nowhere';

/** Requests that are sent one after another, each answered with this status. */
export interface Act {
  readonly wires: readonly Wire[];
  readonly status: number;
}

/** A server that is measured, and how each kind is asked of it; a kind that is missing has no counterpart there. */
export interface Side {
  readonly name: string;
  readonly base: string;
  readonly acts: Readonly<Partial<Record<Kind, (round: number) => Act>>>;
  stop(): Promise<unknown>;
}

/** One request that is answered with 200. */
export const once = (request: Wire, status = 200): Act => ({ wires: [request], status });

/** Milliseconds that a client waits for replies to all requests of an act. */
export async function timeOf(client: RawClient, { wires, status }: Act): Promise<number> {
  let sum = 0;
  for (const request of wires) sum += await client.time(request, status);
  return sum;
}

/** What was begun; where that fails, what had begun before is stopped. */
export async function orStop<T>(begun: Promise<T>, other: { stop(): Promise<unknown> } | undefined): Promise<T> {
  try {
    return await begun;
  } catch (error) {
    await other?.stop();
    throw error;
  }
}
