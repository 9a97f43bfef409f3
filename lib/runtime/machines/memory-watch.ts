import type { MachineGroup } from '#lib/runtime/groups/groups.ts';

/** A machine that is up, or has just gone down. */
interface Watched {
  readonly spec: { readonly id: string };
  readonly group: MachineGroup | null;
}

/** Tells of processes that were ended because their machine had no more memory, each once. */
export class MemoryWatch {
  readonly #tell: (id: string, killed: number) => void;
  readonly #told = new WeakMap<MachineGroup, number>();

  constructor(tell: (id: string, killed: number) => void) {
    this.#tell = tell;
  }

  look(machines: readonly Watched[]): void {
    for (const { spec, group } of machines) {
      if (!group) continue;
      const killed = group.killed();
      const more = killed - (this.#told.get(group) ?? 0);
      this.#told.set(group, killed);
      if (more > 0) this.#tell(spec.id, more);
    }
  }
}
