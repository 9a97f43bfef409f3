import { describeMachine } from '#lib/domain/compute/jobs/describe.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/ignore.ts';

const reading = new Map<string, Promise<unknown>>();

/**
 * Reads something of a machine and acts on it at once, one reading after the other. A driver does a machine's calls in
 * the order in which it is told: so what it is told last is what the table said last.
 */
export async function inOrder<S, T>(id: string, read: () => Promise<S>, act: (seen: S) => Promise<T>): Promise<T> {
  // Wrapped, since the next reading waits for this one, and not for what is done about it.
  const told = (reading.get(id) ?? Promise.resolve()).then(async () => ({ outcome: act(await read()) }));
  const turn = told.catch(ignore).then(() => {
    if (reading.get(id) === turn) reading.delete(id);
  });
  reading.set(id, turn);
  return (await told).outcome;
}

/** Acts on what the table says of a job's machine; INVALID where its record is gone. */
export function described<T>(
  job: { account_id: string; instance_id: string },
  act: (spec: MachineSpec) => Promise<T>,
): Promise<T> {
  const read = async () => {
    const spec = await describeMachine(job.account_id, job.instance_id);
    if (!spec) throw new DriverError('INVALID', `instance ${job.instance_id} is no longer known`);
    return spec;
  };
  return inOrder(job.instance_id, read, act);
}
