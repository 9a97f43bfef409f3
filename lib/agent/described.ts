import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { KeyedQueue } from '#lib/runtime/system/queues.ts';
import type { HostLink } from './link/link.ts';
import { unlessGone } from './link/link-error.ts';

const reads = new KeyedQueue();

/**
 * Reads the state of a machine and starts `act` with it. Reads of one machine run one after the other, and `act` is
 * called in the same order. A driver performs the calls on one machine in the order of arrival, so the last call
 * carries the newest state of the table.
 */
export async function inOrder<S, T>(id: string, read: () => Promise<S>, act: (state: S) => Promise<T>): Promise<T> {
  // Wrapped in an object: the next read waits for this read, but not for the outcome of `act`.
  const { outcome } = await reads.run(id, async () => ({ outcome: act(await read()) }));
  return outcome;
}

/** What a machine is to be now, and whether it is to run; undefined where it is none of this host's any more. */
export async function machineFrom(
  link: HostLink,
  id: string,
): Promise<{ want: 'up' | 'kept'; spec: MachineSpec } | undefined> {
  const machine = await unlessGone(link.call('getHostMachine', {}, { id }));
  const listen = setting('SVC_LISTEN_IP');
  if (!machine || !listen) return machine;
  const { want, spec } = machine;
  return { want, spec: { ...spec, ssh: { ...spec.ssh, listen } } };
}

/** What a machine is to be now; undefined where it is none of this host's any more. */
export const specFrom = async (link: HostLink, id: string): Promise<MachineSpec | undefined> =>
  (await machineFrom(link, id))?.spec;

/** Calls `act` with the current spec of a job's machine. Refuses with INVALID when the machine's record is gone. */
export function described<T>(
  link: HostLink,
  job: { instance_id: string },
  act: (spec: MachineSpec) => Promise<T>,
): Promise<T> {
  const read = async () => {
    const spec = await specFrom(link, job.instance_id);
    if (!spec) throw new DriverError('INVALID', `instance ${job.instance_id} is no longer known`);
    return spec;
  };
  return inOrder(job.instance_id, read, act);
}
