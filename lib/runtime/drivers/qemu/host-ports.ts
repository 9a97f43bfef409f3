import { DriverError } from '#lib/runtime/driver.ts';
import { openHostPort } from './command-line.ts';
import type { Qmp } from './qmp.ts';

/** Ports of this host's loopback that lead to a guest's ports. Each is opened when it is first asked for. */
export class HostPorts {
  readonly #qmp: Qmp;
  readonly #open = new Map<number, Promise<number>>();

  constructor(qmp: Qmp) {
    this.#qmp = qmp;
  }

  /** Answers the port of the loopback that leads to this TCP port of the guest. */
  open(port: number): Promise<number> {
    const known = this.#open.get(port);
    if (known !== undefined) return known;
    const opening = this.#add(port);
    this.#open.set(port, opening);
    opening.catch(() => this.#open.delete(port));
    return opening;
  }

  async #add(port: number): Promise<number> {
    const complaint = await this.#qmp.monitor(openHostPort(port));
    // Columns: state, descriptor, own address and port, the guest's address and port.
    const table = await this.#qmp.monitor('info usernet');
    const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
    const row = rows.find((columns) => {
      const [state, , address, , , guestPort] = columns;
      return state === 'TCP[HOST_FORWARD]' && address === '127.0.0.1' && guestPort === String(port);
    });
    if (row) return Number(row[3]);
    throw new DriverError(
      'FAILED',
      `port ${port} of the machine cannot be reached: ${complaint.trim() || 'no forward was made'}`,
    );
  }
}
