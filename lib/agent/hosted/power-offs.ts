import type { PowerOffCause, PowerOffListener } from '#lib/runtime/driver.ts';
import type { OpenedRuntime } from '#lib/runtime/protocol.ts';
import type { MachinesUp } from './machines-up.ts';

/** Tells of the machines that go down without a call to stop them. */
export class PowerOffs {
  readonly #machines: MachinesUp;
  readonly #listeners = new Set<PowerOffListener>();

  constructor(machines: MachinesUp) {
    this.#machines = machines;
  }

  listen(listener: PowerOffListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  report(id: string, cause: PowerOffCause): void {
    this.#machines.down(id);
    for (const listener of this.#listeners) listener(id, cause);
  }

  /** Tells of those that were up and that a new runtime has not taken over. */
  missing({ up, over }: Pick<OpenedRuntime, 'up' | 'over'>): void {
    const lost = this.#machines.ids().filter((id) => !up.includes(id));
    for (const id of lost) this.report(id, over.find((one) => one.id === id)?.cause ?? 'runtime');
  }
}
