import { readFileSync } from 'node:fs';
import { getSystemErrorName } from 'node:util';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { type Door, enterNetwork } from '#lib/runtime/drivers/container/enter.ts';
import { Queue } from '#lib/runtime/system/queues.ts';
import { run } from '#lib/runtime/system/run.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { rulesetOf } from './ruleset.ts';

const PERL = findTool('perl');
const SCRIPT = readFileSync(new URL('./apply.pl', import.meta.url), 'utf8');

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
    if (!PERL) throw new DriverError('FAILED', 'perl, by which the firewall is set, is not installed');
    const batch = rulesetOf(firewall, this.#gateway);
    const { stdout, stderr } = await run(enterNetwork(this.#door, [PERL, '-e', SCRIPT]), { input: batch });
    const errno = Number(stdout.trim() || Number.NaN);
    if (errno === 0) return;
    const why = errno > 0 ? getSystemErrorName(-errno) : stderr.trim() || 'no answer';
    throw new DriverError('FAILED', `the kernel did not take the firewall rules: ${why}`);
  }
}
