import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { changeHostState, getHost, type HostRecord, type HostState } from '#lib/store/compute/hosts.ts';
import { transact } from '#lib/store/platform/write.ts';

/** A change of a host's state by an operator. */
interface Change {
  action: string;
  from: readonly HostState[];
  to: HostState;
  /** Work to do first, while the host is still in its previous state. */
  before?: (host: HostRecord) => Promise<unknown>;
}

/** The host of this id. 404 for one that does not exist or was removed. */
export async function requireHost(id: string): Promise<HostRecord> {
  const host = await getHost(id);
  if (!host || host.state === 'removed') throw notFound('host', id);
  return { ...host, host_id: id };
}

/** Changes a host's state, and returns the resulting host. A host that is already in that state stays unchanged. */
export async function changed(context: Context, id: string, change: Change): Promise<HostRecord> {
  await context.claimed({ check: async () => refuse(await requireHost(id), change) });
  return retryOnConflict(async () => {
    const host = await requireHost(id);
    refuse(host, change);
    const next = { ...host, state: change.to };
    await change.before?.(host);
    if ((host.state ?? 'active') !== change.to) await transact([changeHostState(host, { state: change.to })]);
    return next;
  });
}

function refuse({ host_id, state = 'active' }: HostRecord, { action, from, to }: Change): void {
  if (state === to || from.includes(state)) return;
  const required = [...from, to].join(' or ');
  throw new ApiError('wrong_state', `host ${host_id} is ${state}; ${action} requires ${required}`);
}
