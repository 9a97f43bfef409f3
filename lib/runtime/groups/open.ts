import { type Kernel, MachineGroups } from './groups.ts';
import type { Controller } from './layouts.ts';
import type { GroupPlace } from './place.ts';
import { takeScope } from './scope.ts';

/** Groups for machines, and the capability words for what they bound. */
interface OpenedGroups {
  readonly groups: MachineGroups | null;
  readonly words: readonly string[];
}

const WORDS: Partial<Record<Controller, string>> = {
  memory: 'memory_limit',
  cpu: 'cpu_limit',
  pids: 'process_limit',
};

/**
 * Opens the groups of a place, with the controllers that work there, and removes what an earlier runtime has left. Only
 * for the one runtime that has the place.
 */
export async function openGroups(
  given: GroupPlace | 'scope' | null,
  log: (line: string) => void,
  asked?: Kernel,
): Promise<OpenedGroups> {
  if (given === null) return { groups: null, words: [] };
  try {
    const place = given === 'scope' ? takeScope() : given;
    const all = new MachineGroups(place, log, asked);
    all.sweep();
    const proven = await all.proven();
    const words = proven.flatMap((one) => WORDS[one] ?? []);
    // The same ones, which know what is still being removed of an earlier runtime.
    return { groups: words.length > 0 ? all : null, words };
  } catch (error) {
    log(`machines have no control groups: ${(error as Error).message}`);
    return { groups: null, words: [] };
  }
}
