import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Guest } from '#lib/runtime/backend.ts';
import { hostOutside } from '#lib/runtime/borrow.ts';
import { AddressForwarder } from '#lib/runtime/forwarder/addresses.ts';
import type { Inside } from '#lib/runtime/forwarder/ways.ts';
import { checkAborted } from '#lib/runtime/system/errors.ts';

/** A running machine's firewall and elastic IPs. */
export interface MachineNetwork {
  /** Applies the spec's names, firewall and addresses; resolves when they hold. */
  apply(spec: MachineSpec): Promise<void>;
  close(): void;
}

/** A port of the machine that opens shortly after its addresses do. Connections to it wait until then. */
export interface LatePort {
  readonly port: number;
  readonly open: Promise<void>;
}

/**
 * Applies the firewall to a machine's network, then opens its addresses. A machine whose network cannot be closed is
 * ended.
 */
export async function openNetwork(
  guest: Guest,
  spec: MachineSpec,
  options: { readonly log: (line: string) => void; readonly signal: AbortSignal; readonly late: LatePort },
): Promise<MachineNetwork> {
  const inside = guest.inside && waiting(guest.inside, options.late);
  const forwarder = inside && new AddressForwarder(inside, hostOutside, options.log);
  const apply = async (next: MachineSpec) => {
    guest.introduce?.(next);
    await guest.restrict?.(next.firewall);
    await forwarder?.apply(next);
  };
  try {
    await apply(spec);
    checkAborted(options.signal);
  } catch (error) {
    forwarder?.close();
    guest.kill();
    await guest.ended;
    throw error;
  }
  return { apply, close: () => forwarder?.close() };
}

const waiting = (inside: Inside, late: LatePort): Inside => ({
  ...inside,
  connect: async (port) => {
    if (port === late.port) await late.open;
    return inside.connect(port);
  },
});
