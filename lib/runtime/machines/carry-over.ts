import type { MachineDisks } from '#lib/runtime/disks/machine-disks.ts';
import type { MachineContext } from './machine-context.ts';
import type { KeptRecord, MachineRecord } from './record.ts';

/** A machine as it is to boot, and what its owner is to hear of it at each boot and login; null for nothing. */
export interface Carried {
  readonly record: MachineRecord;
  readonly notice: string | null;
}

interface Owner extends Pick<MachineContext, 'id' | 'folder' | 'backend' | 'log'> {
  readonly kept: KeptRecord;
  readonly disks: Pick<MachineDisks, 'settled'>;
}

/**
 * Brings the disk of a machine that is down into the layout of new ones, once, and notes it in its record. One that has
 * to stay as it is boots so, and the log says why. FAILED when it could not be completed; another call does that.
 */
export async function carryOver(
  record: MachineRecord,
  { id, folder, backend, log, kept, disks }: Owner,
): Promise<Carried> {
  if (record.root !== undefined || !backend.carryOver) return { record, notice: null };
  // A snapshot may still be copying the disk as it was.
  await disks.settled();
  const { root, notice } = await backend.carryOver(record, folder);
  if (root === null) {
    if (backend.root !== undefined) log(`machine ${id} stays as it is: ${notice}`);
    return { record, notice };
  }
  await kept.save({ ...(await kept.need()), root });
  return { record: { ...record, root }, notice };
}
