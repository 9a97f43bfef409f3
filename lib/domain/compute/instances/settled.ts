import type { Context } from '#lib/domain/platform/context.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { isTransient } from '#lib/model/compute/instance-states.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { toInstance } from './view.ts';

/** The instance once no operation is under way on it, or undefined while one is. */
export async function settledInstance(context: Context, { id }: Instance): Promise<Instance | undefined> {
  const record = await getInstance(context.principal.account_id, id);
  if (!record || record.operation || isTransient(record.status)) return undefined;
  return context.show(toInstance(record), record.version);
}
