import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { LeftMachine, LeftMachines } from '#lib/runtime/backend.ts';
import { isAlive } from '#lib/runtime/system/processes.ts';
import { type KeptQemu, resumeGuest } from './guest.ts';
import type { FoundQemu } from './holders.ts';
import { follow } from './life.ts';
import type { Switch } from './switch/switch.ts';

interface Known {
  readonly held: FoundQemu;
  readonly kept: KeptQemu;
}

/**
 * What earlier runtimes have left of machines. Those that had not booted yet end, and of two that say to be the same
 * machine one does.
 */
export async function leftBy(
  found: readonly FoundQemu[],
  netOf: (vpc: MachineSpec['vpc']) => Switch,
): Promise<LeftMachines> {
  const up = new Map<string, LeftMachine>();
  const down: Known[] = [];
  const none: FoundQemu[] = [];
  for (const held of found) {
    const kept = readKept(held.note);
    if (!kept || up.has(kept.machine)) none.push(held);
    else if (held.isUp && isAlive(kept.mark)) up.set(kept.machine, leftMachine({ held, kept }, netOf));
    else down.push({ held, kept });
  }
  await Promise.all(none.map((held) => held.end()));
  const over = await Promise.all(down.map(howEnded));
  return { up, over: over.filter(({ id }) => !up.has(id)) };
}

/** The note of a machine; null of one that had not booted when it was left, and of what is none. */
function readKept(note: string): KeptQemu | null {
  try {
    return JSON.parse(note) as KeptQemu;
  } catch {
    return null;
  }
}

const leftMachine = ({ held, kept }: Known, netOf: (vpc: MachineSpec['vpc']) => Switch): LeftMachine => ({
  notice: kept.notice ?? null,
  resume: (record, folder) => resumeGuest(held, kept, { record, folder, net: netOf(record.spec.vpc) }),
  end: () => held.end(),
});

/** How one has ended that nobody followed, or is about to: its first thread is gone, or its pid was another's. */
async function howEnded({ held, kept }: Known): Promise<LeftMachines['over'][number]> {
  held.qemu.signal('kill');
  const { ended } = follow(held.qemu, kept.leaving);
  const [cause, when] = await Promise.all([ended, held.qemu.ended]);
  await held.end();
  return { id: kept.machine, cause, when };
}
