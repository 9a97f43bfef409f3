import type { ComputeDriver, PowerOffCause, PowerOffListener } from '#lib/runtime/driver.ts';
import type { OpenedRuntime } from '#lib/runtime/protocol.ts';
import type { MachinesUp } from './machines-up.ts';

/** Tells of the machines that go down without a call to stop them. */
export class PowerOffs {
  readonly #machines: MachinesUp;
  readonly #listeners = new Set<PowerOffListener>();
  #up: readonly string[] = [];
  /** What nobody has heard yet. */
  #untold: Parameters<PowerOffListener>[] = [];

  constructor(machines: MachinesUp) {
    this.#machines = machines;
  }

  /** The first listener hears what was before it, too. */
  listen(listener: PowerOffListener): () => void {
    this.#listeners.add(listener);
    for (const one of this.#untold.splice(0)) listener(...one);
    return () => void this.#listeners.delete(listener);
  }

  /** Those that the last runtime has taken over, and those whose end the first listener is to hear of. */
  found(): ReturnType<NonNullable<ComputeDriver['found']>> {
    return { up: this.#up, ended: this.#untold.map(([id]) => id) };
  }

  report(id: string, cause: PowerOffCause): void {
    this.#machines.down(id);
    if (this.#listeners.size === 0) this.#untold.push([id, cause]);
    for (const listener of this.#listeners) listener(id, cause);
  }

  /**
   * Tells of those that were up and that a new runtime has not taken over, and of those that have ended since an
   * earlier agent did.
   */
  missing({ up, over }: Pick<OpenedRuntime, 'up' | 'over'>): void {
    this.#up = up;
    const lost = this.#machines.ids().filter((id) => !up.includes(id));
    for (const id of lost) if (!over.some((one) => one.id === id)) this.report(id, 'runtime');
    for (const { id, cause } of over) this.report(id, cause);
  }
}
