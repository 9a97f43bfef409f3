import type { HostAsked } from '#lib/model/compute/host-api.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { storeLogPart } from '#lib/store/compute/console-logs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';

/** Stores a part of a machine's console log. 404 for a machine that is terminated. */
export async function recordConsoleLog(
  { account_id, id, status }: InstanceRecord,
  { boot, part }: HostAsked<'reportConsoleLog'>,
): Promise<Record<string, never>> {
  if (status === 'terminated') throw notFound('machine', id);
  await storeLogPart(account_id, id, { boot, ...part });
  return {};
}
