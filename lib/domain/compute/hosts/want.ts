import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import type { OperatedHost } from '#lib/model/compute/operated-host.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { setHostState } from '#lib/store/compute/operated-hosts.ts';
import { findHost } from './find.ts';
import { hostWithMachines } from './show.ts';

type State = NonNullable<HostRecord['state']>;

/** Sets what operators want of a host; succeeds where it is so already, and 409 in any other state than `from`. */
export function wantHost(
  context: Context,
  id: string,
  { to, from }: { to: State; from: readonly State[] },
): Promise<OperatedHost> {
  return retryOnConflict(async () => {
    const record = await findHost(id);
    const { state = 'active' } = record;
    const reply = await hostWithMachines({ ...record, state: to });
    if (state === to) return context.commit({ writes: [], reply });
    if (!from.includes(state))
      throw new ApiError('wrong_state', `host ${id} is ${state} (it must be ${from.join(' or ')})`);
    return context.commit({ writes: [setHostState(record, to)], reply, rings: true });
  });
}
