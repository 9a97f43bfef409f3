import { randomUUID } from 'node:crypto';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Backend, Guest } from '#lib/runtime/backend.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';
import type { MachineGroup } from '#lib/runtime/groups/groups.ts';
import { Queue } from '#lib/runtime/system/queues.ts';
import { Meter } from './meter.ts';
import type { ProcessUse } from './processes.ts';

/** A machine that is up. */
export interface Metered {
  readonly spec: MachineSpec;
  readonly guest: Guest;
  /** Counts processor time and memory exactly, where there is one. */
  readonly group: MachineGroup | null;
}

interface Gauge {
  readonly boot: string;
  readonly meter: Meter;
}

/** Samples the machines of one backend. The counters of a boot end with its guest. */
export class Sampler {
  readonly #backend: Backend;
  readonly #gauges = new WeakMap<Guest, Gauge>();
  readonly #queue = new Queue();
  readonly #diskUse: (id: string) => number | null;

  /** `diskUse` answers the MiB on a machine's disk, if they are known. */
  constructor(backend: Backend, diskUse: (id: string) => number | null) {
    this.#backend = backend;
    this.#diskUse = diskUse;
  }

  /**
   * One sample of each machine; none when the host does not list processes by machine. Calls run one after the other.
   */
  take(machines: readonly Metered[]): Promise<MachineSample[]> {
    return this.#queue.run(() => this.#sampleAll(machines));
  }

  async #sampleAll(machines: readonly Metered[]): Promise<MachineSample[]> {
    if (machines.length === 0 || !this.#backend.census) return [];
    const census = await this.#backend.census(machines.map(({ guest }) => guest));
    const samples: MachineSample[] = [];
    for (const machine of machines) {
      const uses = census.get(machine.guest) ?? [];
      // Without processes, its init has ended or is not visible on this host.
      if (uses.length > 0) samples.push(this.#sample(machine, uses));
    }
    return samples;
  }

  #sample({ spec, guest, group }: Metered, uses: readonly ProcessUse[]): MachineSample {
    const gauge = this.#gauges.get(guest) ?? { boot: randomUUID(), meter: new Meter() };
    this.#gauges.set(guest, gauge);
    const taken_ms = performance.now();
    const network = guest.traffic?.() ?? null;
    const counted = gauge.meter.take(uses);
    return {
      id: spec.id,
      boot: gauge.boot,
      taken_ms,
      cpus: spec.cpu,
      ram_mib: spec.ram_mib,
      ...counted,
      cpu_seconds: group?.cpuSeconds() ?? counted.cpu_seconds,
      ram_used_mib: group?.memoryMib() ?? counted.ram_used_mib,
      disk_gib: spec.disk_gib,
      disk_used_mib: this.#diskUse(spec.id),
      net_rx_bytes: network?.rx ?? null,
      net_tx_bytes: network?.tx ?? null,
    };
  }
}
