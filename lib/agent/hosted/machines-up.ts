import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Source } from '#lib/model/platform/source.ts';

/**
 * The machines that a runtime runs, by the agent's own records. Whose a machine is, is known from the beginning of its
 * boot until it is down: nothing reaches the platform in the name of one that does not run.
 */
export class MachinesUp {
  readonly #up = new Set<string>();
  readonly #sources = new Map<string, Source>();

  /** Performs a call that boots a machine. The machine is up afterwards unless the answer is null. */
  async boot<T>({ id, vpc, private_ip, facts: { account_id } }: MachineSpec, call: () => Promise<T>): Promise<T> {
    this.#sources.set(id, { source_ip: private_ip, inside: { account_id, vpc_id: vpc.id, instance_id: id } });
    try {
      const booted = await call();
      if (booted === null) this.down(id);
      else this.#up.add(id);
      return booted;
    } catch (error) {
      // One that was up before may be up still, and is reported when it is not.
      if (!this.#up.has(id)) this.down(id);
      throw error;
    }
  }

  /** Notes that a machine does not run. */
  down(id: string): void {
    this.#up.delete(id);
    this.#sources.delete(id);
  }

  /** The ids of those that are up. */
  ids(): string[] {
    return [...this.#up];
  }

  /** Whose a machine is that runs or boots; undefined for any other. */
  sourceOf(id: string): Source | undefined {
    return this.#sources.get(id);
  }
}
