import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { PUBLIC_POLICY } from '#lib/runtime/egress/dialer.ts';
import { type Inside, makeEgressProxy } from '#lib/runtime/egress/proxy.ts';
import type { Gate } from '#lib/runtime/forwarder/rules.ts';
import type { NetworkSockets } from './sockets.ts';

const PORT = 3128;

/** The open way out of a VPC. */
export interface Egress {
  /** Applies outbound rules to the machine at this address from its next request on; null allows everything. */
  restrict(address: string, outbound: Gate | null): void;
  close(): void;
}

/**
 * Opens the proxy at the gateway address. It listens in the network host process's network and dials from the host's,
 * but for what is inside.
 */
export async function openEgress(sockets: NetworkSockets, gateway: string, inside: Inside): Promise<Egress> {
  const server = await sockets.listen(gateway, PORT);
  const rules = new Map<string, Gate>();
  const proxy = makeEgressProxy(
    (client) => {
      const gate = rules.get(client);
      return gate ? { ...PUBLIC_POLICY, permits: (address, port) => gate('tcp', address, port) } : PUBLIC_POLICY;
    },
    undefined,
    inside,
  );
  server.on('connection', (socket) => proxy.serve(socket));
  return {
    restrict(address, outbound) {
      if (outbound) rules.set(address, outbound);
      else rules.delete(address);
    },
    close() {
      server.close();
      proxy.close();
    },
  };
}

/** The variables that point programs in a machine to that proxy. The VPC itself is reached directly. */
export function proxyEnvironment({ gateway, cidr }: MachineSpec['vpc']): Record<string, string> {
  const proxy = `http://${gateway}:${PORT}`;
  const direct = `localhost,127.0.0.1,.internal,169.254.0.0/16,${cidr}`;
  return {
    http_proxy: proxy,
    https_proxy: proxy,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    no_proxy: direct,
    NO_PROXY: direct,
  };
}
