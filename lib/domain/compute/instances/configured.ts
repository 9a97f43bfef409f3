import { isBeingConfigured } from '#lib/domain/compute/jobs/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { settledInstance, toInstance } from './resource.ts';

/** The instance once its host has applied a change, for a waiting request; undefined before. */
export async function configuredInstance(context: Context, { id }: Instance): Promise<Instance | undefined> {
  const record = await getInstance(context.principal.account_id, id);
  const isOpen = record && (await isBeingConfigured(record));
  return record && !isOpen ? settledInstance(context, toInstance(record)) : undefined;
}
