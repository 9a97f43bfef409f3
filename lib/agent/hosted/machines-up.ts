import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Source } from '#lib/model/platform/source.ts';

/**
 * The machines that a runtime runs, by the agent's own records. Whose a machine is, is known from the beginning of its
 * boot until it is down: nothing reaches the platform in the name of one that does not run.
 */
export class MachinesUp {
  readonly #up = new Set<string>();
  /** How many boots of a machine are under way. */
  readonly #boots = new Map<string, number>();
  readonly #sources = new Map<string, Source>();
  readonly #volumes = new Map<string, Set<string>>();
  readonly #disks = new Map<string, number>();

  /** Performs a call that boots a machine. The machine is up afterwards unless the answer is null. */
  async boot<T>(
    { id, vpc, private_ip, facts: { account_id }, volumes, disk_gib }: MachineSpec,
    call: () => Promise<T>,
  ): Promise<T> {
    this.#volumes.set(id, new Set([...(this.#volumes.get(id) ?? []), ...volumes.map((volume) => volume.id)]));
    this.#disks.set(id, disk_gib);
    this.#sources.set(id, { source_ip: private_ip, inside: { account_id, vpc_id: vpc.id, instance_id: id } });
    this.#boots.set(id, (this.#boots.get(id) ?? 0) + 1);
    try {
      const booted = await call().finally(() => this.#settled(id));
      if (booted === null) this.down(id);
      else this.#up.add(id);
      return booted;
    } catch (error) {
      // One that was up before may be up still, and is reported when it is not.
      if (!this.#up.has(id)) this.down(id);
      throw error;
    }
  }

  #settled(id: string): void {
    const others = (this.#boots.get(id) ?? 1) - 1;
    if (others > 0) this.#boots.set(id, others);
    else this.#boots.delete(id);
  }

  /** Notes that a machine does not run. One that is to boot after its end stays known. */
  down(id: string): void {
    this.#up.delete(id);
    if (this.#boots.has(id)) return;
    this.#sources.delete(id);
    this.#volumes.delete(id);
    this.#disks.delete(id);
  }

  /** Notes that a machine which runs or boots has a volume from now on, or has it no more. */
  attach(id: string, volume: string): void {
    this.#volumes.get(id)?.add(volume);
  }

  detach(id: string, volume: string): void {
    this.#volumes.get(id)?.delete(volume);
  }

  /** The ids of those that are up. */
  ids(): string[] {
    return [...this.#up];
  }

  /** Whether a machine that runs or boots has a volume. */
  hasVolume(id: string, volume: string): boolean {
    return this.#volumes.get(id)?.has(volume) ?? false;
  }

  /** GiB of the disk of a machine that runs or boots. */
  diskOf(id: string): number | undefined {
    return this.#disks.get(id);
  }

  /** Whose a machine is that runs or boots; undefined for any other. */
  sourceOf(id: string): Source | undefined {
    return this.#sources.get(id);
  }
}
