import { useState } from 'react';
import { SvcError } from '#lib/client/error.ts';
import type { Args, OperationId, ReplyBody } from '#lib/client/methods.ts';
import { client } from './client.ts';
import { keyOf } from './keys.ts';
import { hurry } from './live.ts';
import { paint, staleAfter } from './paint.ts';

/** A change that a page can make. */
export interface Act<K extends OperationId> {
  /** Makes the change. Answers undefined where it failed; `error` then says why. */
  run(args: Args<K>): Promise<ReplyBody<K> | undefined>;
  readonly isRunning: boolean;
  readonly error: SvcError | undefined;
  /** Forgets the error. */
  clear(): void;
}

/**
 * Makes a change by an operation. The reply is painted into what other pages have read, and what it may have changed
 * besides is read again.
 */
export function useAct<K extends OperationId>(operation: K): Act<K> {
  const [error, setError] = useState<SvcError>();
  const [running, setRunning] = useState(0);
  return {
    isRunning: running > 0,
    error,
    clear: () => setError(undefined),
    async run(args) {
      setError(undefined);
      setRunning((count) => count + 1);
      try {
        return await change(operation, args);
      } catch (failure) {
        setError(asSvcError(failure));
        return undefined;
      } finally {
        setRunning((count) => count - 1);
      }
    },
  };
}

/** A resource as a change will leave it, painted before the reply is there. */
export interface Foreseen {
  readonly id: string;
  readonly status: string;
  readonly allowed_actions?: readonly string[];
}

/** Makes a change once, for callers that show errors themselves. Rejects with SvcError. */
export async function change<K extends OperationId>(
  operation: K,
  args: Args<K>,
  foreseen?: Foreseen,
): Promise<ReplyBody<K>> {
  if (foreseen) paint(foreseen);
  try {
    const body = await keyed(operation, args);
    paint(body);
    staleAfter(operation);
    hurry();
    return body;
  } catch (failure) {
    if (foreseen) staleAfter(operation);
    throw failure;
  }
}

/**
 * Calls an operation under a key that is kept until it is answered (`keys.ts`), and does nothing else. `of` tells calls
 * apart whose arguments are the same.
 */
export async function keyed<K extends OperationId>(
  operation: K,
  args: Args<K>,
  of: object = {},
): Promise<ReplyBody<K>> {
  const { signal: _, ...named } = args as { signal?: AbortSignal };
  const { key, answered } = keyOf(operation, { ...named, ...of });
  const request = client.request as (operation: K, args: object) => Promise<{ body: ReplyBody<K> }>;
  try {
    const { body } = await request(operation, { ...args, idempotencyKey: key });
    answered();
    return body;
  } catch (failure) {
    // A refusal is an answer. After a lost connection nobody knows, so the next try has the same key.
    if (failure instanceof SvcError && failure.status >= 400 && failure.status < 500) answered();
    throw failure;
  }
}

/** Any failure as one that pages can show. */
export const asSvcError = (failure: unknown): SvcError =>
  failure instanceof SvcError
    ? failure
    : new SvcError(failure instanceof Error ? failure.message : String(failure), { code: 'invalid_reply' });
