import { DriverError } from '#lib/runtime/driver.ts';
import type { Inside } from '#lib/runtime/forwarder/ways.ts';
import { dial } from '#lib/runtime/outside.ts';
import { openHostPort } from './command-line.ts';
import type { Control } from './control.ts';
import type { Qmp } from './qmp.ts';

/** Milliseconds for which a list of a guest's listening ports is used again. */
const FRESH_MS = 1000;
const LISTEN = '0A';
const LOOPBACK = /^0100007F:/;

/** The forwarder's access to a guest: TCP only, over the network that the guest shares with this host. */
export function insideOf(ports: HostPorts, control: Control, ended: Promise<unknown>): Inside {
  let known: number[] = [];
  let asked = Number.NEGATIVE_INFINITY;
  let up = true;
  void ended.then(() => {
    up = false;
  });
  const refresh = async () => {
    const { code, stdout } = await control.run('cat /proc/net/tcp /proc/net/tcp6');
    if (code === 0) known = listeningIn(stdout);
  };
  return {
    address: '127.0.0.1',
    connect: async (port) => (await dial('127.0.0.1', await ports.open(port))).pause(),
    datagrams: () => Promise.reject(new Error('datagrams are not forwarded to this kind of machine')),
    listening(protocol) {
      if (protocol !== 'tcp') return [];
      if (up && performance.now() - asked > FRESH_MS) {
        asked = performance.now();
        refresh().catch(() => undefined);
      }
      return known;
    },
  };
}

/** Ports of /proc/net/tcp that are open on more than the loopback (proc(5)). */
export function listeningIn(table: string): number[] {
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
  const open = rows.filter(([, local = '', , state]) => state === LISTEN && !LOOPBACK.test(local));
  return [...new Set(open.map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '0', 16)))];
}

/**
 * Ports of this host's loopback that lead to a guest's ports. Each is opened when it is first asked for, and stays as
 * long as QEMU does: an earlier runtime may have opened it.
 */
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
    const known = await this.#find(port);
    if (known !== undefined) return known;
    const complaint = await this.#qmp.monitor(openHostPort(port));
    const added = await this.#find(port);
    if (added !== undefined) return added;
    const why = complaint.trim() || 'no forward was made';
    throw new DriverError('FAILED', `port ${port} of the machine cannot be reached: ${why}`);
  }

  async #find(port: number): Promise<number | undefined> {
    // Columns: state, descriptor, own address and port, the guest's address and port.
    const table = await this.#qmp.monitor('info usernet');
    const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
    const row = rows.find((columns) => {
      const [state, , address, , , guestPort] = columns;
      return state === 'TCP[HOST_FORWARD]' && address === '127.0.0.1' && guestPort === String(port);
    });
    return row && Number(row[3]);
  }
}
