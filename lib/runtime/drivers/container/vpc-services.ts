import type { Server } from 'node:net';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { compileGate } from '#lib/runtime/forwarder/rules.ts';
import { internalName, Names } from '#lib/runtime/names/registry.ts';
import { serveNames } from '#lib/runtime/names/resolver.ts';
import { PlatformDoor } from '#lib/runtime/platform/door.ts';
import type { PlatformPart, ReachPlatform } from '#lib/runtime/platform/reach.ts';
import { type Egress, openEgress } from './egress.ts';
import { linkLocal } from './link-local.ts';
import type { NetworkSockets } from './sockets.ts';

const ports = { names: 53, http: 80 } as const;

/** What the platform serves the machines of a VPC from within their network. */
export interface VpcServices {
  /** Lets the VPC know a machine by the names of its spec. */
  introduce(spec: MachineSpec): void;
  /** Applies a machine's outbound rules. */
  restrict(spec: Pick<MachineSpec, 'private_ip' | 'firewall'>): void;
  /** Forgets a machine that has ended. */
  forget(spec: Pick<MachineSpec, 'id' | 'private_ip'>): void;
  close(): void;
}

/**
 * Opens the proxy that is the way out, the resolver, and the way to the platform, where there is one. They listen in
 * the VPC's network, and are served by this process.
 */
export async function openVpcServices(
  sockets: NetworkSockets,
  { gateway }: MachineSpec['vpc'],
  reach: ReachPlatform | null,
): Promise<VpcServices> {
  const names = new Names(reach && linkLocal);
  const [egress, resolver, door] = await Promise.all([
    openEgress(sockets, gateway),
    openResolver(sockets, names),
    reach && openDoor(sockets, reach),
  ]);
  return servicesOf(names, { egress, resolver, door });
}

interface Parts {
  readonly egress: Egress;
  readonly resolver: () => void;
  readonly door: PlatformDoor | null;
}

const servicesOf = (names: Names, { egress, resolver, door }: Parts): VpcServices => ({
  introduce: ({ id, name, public_hostname, private_ip }) =>
    names.set(id, [internalName(name), public_hostname], private_ip),
  restrict({ private_ip, firewall: { outbound } }) {
    const gate = outbound && compileGate(outbound);
    egress.restrict(private_ip, gate);
    door?.admit(private_ip, gate);
  },
  forget({ id, private_ip }) {
    names.remove(id);
    door?.forget(private_ip);
  },
  close() {
    egress.close();
    resolver();
    door?.close();
  },
});

async function openResolver(sockets: NetworkSockets, names: Names): Promise<() => void> {
  const [datagrams, server] = await Promise.all([
    sockets.datagrams(linkLocal.resolver, ports.names),
    sockets.listen(linkLocal.resolver, ports.names),
  ]);
  return serveNames({ datagrams, server }, names);
}

async function openDoor(sockets: NetworkSockets, reach: ReachPlatform): Promise<PlatformDoor> {
  const door = new PlatformDoor(reach);
  const parts: [PlatformPart, string][] = [
    ['api', linkLocal.api],
    ['s3', linkLocal.objects],
  ];
  const servers = await Promise.all(
    parts.map(async ([part, address]): Promise<[PlatformPart, string, Server]> => {
      return [part, address, await sockets.listen(address, ports.http)];
    }),
  );
  for (const [part, address, server] of servers) door.serve(part, address, server);
  return door;
}
