import { setImmediate as breathe } from 'node:timers/promises';
import { allPids, pidNamespaceOf, readTimes } from './processes.ts';

/** Processes that are read before other work gets a turn. The runtime also carries every terminal. */
const AT_ONCE = 50;

/**
 * Finds the processes of machines that each have a pid namespace, by the pid of their init, in one scan of the host. A
 * namespace that a machine made inside its own counts as the machine's.
 */
export async function censusByNamespace(inits: readonly number[]): Promise<Map<number, number[]>> {
  const byNamespace = new Map(inits.map((init) => [pidNamespaceOf(init), init]));
  byNamespace.delete(null);
  const hosts = pidNamespaceOf(process.pid);
  const found = new Map(inits.map((init) => [init, [] as number[]]));
  const strangers: number[] = [];
  let seen = 0;
  for (const pid of allPids()) {
    if (seen++ % AT_ONCE === AT_ONCE - 1) await breathe();
    const namespace = pidNamespaceOf(pid);
    const init = byNamespace.get(namespace);
    if (init !== undefined) found.get(init)?.push(pid);
    else if (namespace !== null && namespace !== hosts) strangers.push(pid);
  }
  adopt(strangers, found);
  return found;
}

/** Assigns processes of other namespaces to the machine of their nearest known parent. */
function adopt(strangers: readonly number[], found: Map<number, number[]>): void {
  const machineOf = new Map([...found].flatMap(([init, pids]) => pids.map((pid) => [pid, init] as const)));
  const unknown = new Set(strangers);
  const resolve = (pid: number): number | undefined => {
    if (!unknown.delete(pid)) return machineOf.get(pid);
    const parent = readTimes(pid)?.parent ?? 0;
    const init = parent > 0 ? resolve(parent) : undefined;
    if (init === undefined) return undefined;
    machineOf.set(pid, init);
    found.get(init)?.push(pid);
    return init;
  };
  for (const pid of strangers) resolve(pid);
}
