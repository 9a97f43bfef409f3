import type { MachineSpec } from '#lib/agent/driver.ts';
import { makeEgressProxy } from '#lib/agent/egress/proxy.ts';
import { enterNetwork } from './enter.ts';
import { NetworkSockets } from './sockets.ts';

const PORT = 3128;

/** The way out of a VPC, while it is open. */
export interface Egress {
  close(): void;
}

/** Opens the proxy at the gateway address: it listens in the world's network and dials on the host's. */
export async function openEgress(world: number, gateway: string): Promise<Egress> {
  const sockets = new NetworkSockets((argv) => enterNetwork({ world, init: world }, argv));
  try {
    const server = await sockets.listen(gateway, PORT);
    const proxy = makeEgressProxy();
    server.on('connection', (socket) => proxy.serve(socket));
    return {
      close() {
        server.close();
        proxy.close();
      },
    };
  } finally {
    sockets.close();
  }
}

/** The variables by which programs in a machine find that proxy; the VPC itself is reached directly. */
export function proxyEnvironment({ gateway, cidr }: MachineSpec['vpc']): Record<string, string> {
  const proxy = `http://${gateway}:${PORT}`;
  const direct = `localhost,127.0.0.1,${cidr}`;
  return {
    http_proxy: proxy,
    https_proxy: proxy,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    no_proxy: direct,
    NO_PROXY: direct,
  };
}
