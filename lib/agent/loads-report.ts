import type { MachineLoads } from '#lib/model/compute/host-usage.ts';

/**
 * What heartbeats say about the loads of machines: nothing unless the control plane wanted it in its last reply, and
 * each minute once.
 */
export class LoadsReport {
  readonly #loads: () => MachineLoads;
  #isWanted = false;
  /** The newest minute that was reported, in epoch seconds. */
  #newest = 0;

  constructor(loads: () => MachineLoads) {
    this.#loads = loads;
  }

  /** Sends a heartbeat with the loads that it is to have, and notes whether the reply wants further ones. */
  async along<R extends { loads_wanted: boolean }>(send: (loads?: MachineLoads) => Promise<R>): Promise<R> {
    const loads = this.#isWanted ? this.#loads() : [];
    const newest = Math.max(0, ...loads.map(({ minutes }) => minutes.at(-1)?.at ?? 0));
    const isNew = newest > this.#newest;
    // A control plane that was put back to an earlier version refuses them, and would take the host for silent.
    this.#isWanted = false;
    const reply = await (isNew ? send(loads) : send());
    this.#isWanted = reply.loads_wanted;
    if (isNew) this.#newest = newest;
    return reply;
  }
}
