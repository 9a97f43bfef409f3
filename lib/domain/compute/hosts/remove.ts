import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type HostRecord, instancesOf } from '#lib/store/compute/hosts.ts';
import { changeHostState } from '#lib/store/compute/operated-hosts.ts';
import { transact } from '#lib/store/platform/write.ts';
import { requireHost } from './change.ts';

/** Removes a host: it is refused from now on. 404 for a host that is not there, 409 while it has machines. */
export async function removeHost(
  context: Context,
  hostId: string,
  { force = false }: { force?: boolean } = {},
): Promise<HostRecord> {
  const check = async () => {
    const host = await requireHost(hostId);
    if (!force) await requireEmpty(hostId);
    return host;
  };
  await context.claimed({ check: async () => void (await check()) });
  return retryOnConflict(async () => {
    const host = await check();
    await transact([changeHostState(host, { state: 'removed' })]);
    return { ...host, state: 'removed' };
  });
}

async function requireEmpty(host: string): Promise<void> {
  let machines = 0;
  for await (const _ of instancesOf(host)) machines++;
  if (machines > 0) throw new ApiError('in_use', `host ${host} has ${machines} machines; drain it, or use force`);
}
