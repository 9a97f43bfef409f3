import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Guest } from '#lib/runtime/backend.ts';
import { compileGate } from '#lib/runtime/forwarder/rules.ts';
import type { Inside } from '#lib/runtime/forwarder/ways.ts';
import { internalName } from '#lib/runtime/names/registry.ts';
import { listening } from '#lib/runtime/system/listening.ts';
import type { Door } from './enter.ts';
import { PacketFilter } from './filter/packet-filter.ts';
import type { NetworkHostLease } from './network-hosts.ts';

/**
 * How a machine's network is closed and reached from the gateway. `filters` says whether the kernel keeps rules here.
 */
export function networkOf(
  { id, private_ip, vpc }: MachineSpec,
  door: Door,
  { egress, sockets, names }: NetworkHostLease,
  filters: boolean,
): Required<Pick<Guest, 'restrict' | 'inside' | 'name'>> {
  const filter = new PacketFilter(door, vpc.gateway);
  const inside: Inside = {
    address: private_ip,
    connect: (port) => sockets.dial(private_ip, port),
    datagrams: () => sockets.datagrams(vpc.gateway),
    listening: (protocol) =>
      listening(protocol, door.init.pid)
        .filter(({ address }) => !address?.startsWith('127.'))
        .map(({ port }) => port),
  };
  return {
    inside,
    name: ({ name, public_hostname }) => names.set(id, [internalName(name), public_hostname], private_ip),
    async restrict(firewall) {
      (await egress).restrict(private_ip, firewall.outbound && compileGate(firewall.outbound));
      if (filters) await filter.apply(firewall);
    },
  };
}
