import assert from 'node:assert/strict';
import type { Client } from '#lib/client/client.ts';
import type { OperationId } from '#lib/client/methods.ts';
import { SvcError } from '#lib/testing/index.ts';

/** What an operation takes, whichever it is. */
export type Args = Readonly<Record<string, unknown>>;

/** A reply of the typed client, whichever operation it is of. */
export interface AnyReply {
  readonly body: Record<string, unknown>;
  readonly status: number;
  readonly etag: string | undefined;
}

/** Calls an operation by a name that is known only when the suite runs. */
export type Caller = (operation: OperationId, args?: Args) => Promise<AnyReply>;

// The methods' types are of one operation each; the suite's cases are data.
export const callerOf = (client: Client): Caller => client.request as unknown as Caller;

/** Demands that a call is refused with this status and code. */
export async function refused(call: Promise<unknown>, status: number, code: string): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof SvcError, String(error));
    assert.deepEqual([error.status, error.code], [status, code], error.message);
    return true;
  });
}

/** The items of a list's reply. */
export function itemsOf({ body }: AnyReply): readonly Record<string, unknown>[] {
  const [items, ...others] = Object.values(body).filter(Array.isArray);
  assert.ok(items !== undefined && others.length === 0, `no list: ${Object.keys(body)}`);
  return items;
}
