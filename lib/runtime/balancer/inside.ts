import type { Network } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { run } from '#lib/runtime/system/run.ts';
import type { InsideSpec } from './spec.ts';

/** The addresses and names that the load balancers of a VPC have there. */
export class Insides {
  readonly #network: Network;
  readonly #known = new Map<string, InsideSpec>();

  constructor(network: Network) {
    this.#network = network;
  }

  /**
   * Gives a load balancer its address in the VPC, and lets its names lead there, in place of what it had; null takes
   * both away. FAILED where the address cannot be had.
   */
  async set(id: string, inside: InsideSpec | null): Promise<void> {
    const before = this.#known.get(id);
    this.#network.name?.(id, inside);
    if (before?.address !== inside?.address) {
      if (before) await changeAddress(this.#network, 'del', `${before.address}/32`);
      if (inside) await takeAddress(this.#network, `${inside.address}/32`);
    }
    if (inside) this.#known.set(id, inside);
    else this.#known.delete(id);
  }

  /** Takes away what all of them have. Where the network is gone, everything is already. */
  async clear(): Promise<void> {
    for (const id of [...this.#known.keys()]) await this.set(id, null).catch(ignore);
  }
}

/** Gives the network host process's bridge an address. Does nothing when it has it. FAILED where it cannot be had. */
export async function takeAddress(network: Network, address: string): Promise<void> {
  const { code, stderr } = await changeAddress(network, 'replace', address);
  if (code !== 0) throw new DriverError('FAILED', `the balancer's address cannot be had: ${stderr.trim()}`);
}

const changeAddress = (network: Network, act: 'replace' | 'del', address: string) =>
  run(network.enter(['ip', 'addr', act, address, 'dev', 'br0']));
