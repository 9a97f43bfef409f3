import { getSystemErrorName } from 'node:util';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { type Door, networkSettings } from '#lib/runtime/drivers/container/enter.ts';
import { survey } from '#lib/runtime/launcher/launcher.ts';
import { Queue } from '#lib/runtime/system/queues.ts';
import { rulesetOf } from './ruleset.ts';

/** The rules of a machine are at most a few thousand netlink messages. */
const BOUNDS = { memory: 512 * 1024 ** 2, processor_s: 60, time_ms: 120_000, output: 64 * 1024 };

/**
 * A machine's firewall inside its own network, kept by the kernel. The machine has no rights over that network, so it
 * cannot change the firewall.
 */
export class PacketFilter {
  readonly #door: Door;
  readonly #gateway: string;
  readonly #queue = new Queue();

  constructor(door: Door, gateway: string) {
    this.#door = door;
    this.#gateway = gateway;
  }

  /**
   * Replaces all rules in one step. Calls take effect in their order. FAILED, with the kernel's message, when the
   * kernel refuses.
   */
  apply(firewall: MachineSpec['firewall']): Promise<void> {
    return this.#queue.run(() => this.#apply(firewall));
  }

  async #apply(firewall: MachineSpec['firewall']): Promise<void> {
    const input = rulesetOf(firewall, this.#gateway);
    const { stdout, stderr } = await survey('filter', networkSettings(this.#door), { input, bounds: BOUNDS });
    const errno = Number(stdout.trim() || Number.NaN);
    if (errno === 0) return;
    const why = errno > 0 ? getSystemErrorName(-errno) : stderr.trim() || 'no answer';
    throw new DriverError('FAILED', `the kernel did not take the firewall rules: ${why}`);
  }
}
