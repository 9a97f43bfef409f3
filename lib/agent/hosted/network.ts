import type { MachineSpec } from '#lib/agent/driver.ts';
import { AddressForwarder } from '#lib/agent/forwarder/addresses.ts';
import type { Guest } from './backend.ts';
import { hostOutside } from './borrow.ts';
import { checkAborted } from './errors.ts';

/** A running machine's firewall and elastic IPs. */
export interface MachineNetwork {
  /** Resolves once the spec's firewall and addresses are obeyed. */
  apply(spec: MachineSpec): Promise<void>;
  close(): void;
}

/** Closes a machine's network as its spec says, then opens its addresses; a machine that cannot be closed is ended. */
export async function openNetwork(
  guest: Guest,
  spec: MachineSpec,
  options: { readonly log: (line: string) => void; readonly signal: AbortSignal },
): Promise<MachineNetwork> {
  const forwarder = guest.inside && new AddressForwarder(guest.inside, hostOutside, options.log);
  const apply = async (next: MachineSpec) => {
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
