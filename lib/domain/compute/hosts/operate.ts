import type { Context } from '#lib/domain/platform/context.ts';
import type { OperatedHost } from '#lib/model/compute/operated-host.ts';
import type { Deleted } from '#lib/model/platform/common.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { drainHost as drain } from './drain.ts';
import { fenceHost as fence } from './fence.ts';
import { removeHost } from './remove.ts';
import { resumeHost as resume } from './resume.ts';
import { hostWithMachines } from './show.ts';

/*
 * Operators' changes of a host by a route: the change itself, and then the reply with the audit entry. If the reply is
 * lost, a repeated request makes the same change again with the same result.
 */

/** Stops placing anything new on a host. */
export const drainHost = (context: Context, id: string): Promise<OperatedHost> => answered(context, drain(context, id));

/** Lifts a drain or a fence. */
export const resumeHost = (context: Context, id: string): Promise<OperatedHost> =>
  answered(context, resume(context, id));

/** Shuts a host out. */
export const fenceHost = (context: Context, id: string): Promise<OperatedHost> => answered(context, fence(context, id));

/** Removes a host; `force` abandons what is on it. */
export async function deleteHost(context: Context, { id, force }: { id: string; force: boolean }): Promise<Deleted> {
  await removeHost(context, id, { force });
  return context.commit({ writes: [], reply: { id, deleted: true as const } });
}

async function answered(context: Context, change: Promise<HostRecord>): Promise<OperatedHost> {
  const host = await change;
  return context.commit({ writes: [], reply: await hostWithMachines(host), rings: [host.host_id] });
}
