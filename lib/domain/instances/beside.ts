import { isGone } from '#lib/domain/compute/instances/find.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';

/** An instance as it was read together with the caller; without a record where there was none. */
export interface Beside {
  id: string;
  record: InstanceRecord | undefined;
}

const read = new WeakMap<Principal, Beside>();

/** Keeps what was read together with a principal for as long as their request. */
export function keepBeside(principal: Principal, beside: Beside | undefined): Principal {
  if (beside) read.set(principal, beside);
  return principal;
}

/** An instance as the request found it: for what only reads it, and neither waits for it nor changes it. */
export async function instanceBeside(principal: Principal, id: string): Promise<InstanceRecord | undefined> {
  const beside = read.get(principal);
  return beside?.id === id ? beside.record : getInstance(principal.account_id, id);
}

/** Refuses as findInstance does, by the record that was read together with the caller. */
export async function checkInstance({ principal, now }: Context, id: string): Promise<void> {
  const record = await instanceBeside(principal, id);
  if (!record || isGone(record, now)) throw notFound('instance', id);
}
