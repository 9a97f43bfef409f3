import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Guest } from '#lib/runtime/backend.ts';
import type { Inside } from '#lib/runtime/forwarder/ways.ts';
import type { Door } from './enter.ts';
import { PacketFilter } from './filter/packet-filter.ts';
import type { ListeningPorts } from './listening.ts';
import type { NetworkSockets } from './sockets.ts';
import type { VpcServices } from './vpc-services.ts';

/** What a machine's network has around it. */
interface MachineNetworkParts {
  readonly services: VpcServices;
  readonly sockets: NetworkSockets;
  /** Whether the kernel keeps rules here. */
  readonly filters: boolean;
  readonly listening: ListeningPorts;
}

/** How a machine is known in its VPC, and how its network is closed and reached from the gateway. */
export function networkOf(
  { id, private_ip, vpc }: MachineSpec,
  door: Door,
  { services, sockets, filters, listening }: MachineNetworkParts,
): Required<Pick<Guest, 'restrict' | 'inside' | 'introduce'>> {
  const filter = new PacketFilter(door, vpc.gateway);
  const inside: Inside = {
    address: private_ip,
    connect: (port) => sockets.dial(private_ip, port),
    datagrams: () => sockets.datagrams(vpc.gateway),
    listening: (protocol) => listening.of(door.init, protocol),
  };
  return {
    inside,
    introduce: (spec) => services.introduce(spec),
    async restrict(firewall) {
      services.restrict({ id, private_ip, firewall });
      if (filters) await filter.apply(firewall);
    },
  };
}
