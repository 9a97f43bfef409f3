import type { Server } from 'node:net';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { InsideSpec } from '#lib/runtime/balancer/spec.ts';
import type { Inside } from '#lib/runtime/egress/proxy.ts';
import { compileGate } from '#lib/runtime/forwarder/rules.ts';
import type { PlatformUrls } from '#lib/runtime/metadata/document.ts';
import { MetadataService } from '#lib/runtime/metadata/service.ts';
import { internalName, Names } from '#lib/runtime/names/registry.ts';
import { serveNames } from '#lib/runtime/names/resolver.ts';
import { PlatformDoor } from '#lib/runtime/platform/door.ts';
import type { PlatformPart, ReachPlatform } from '#lib/runtime/platform/reach.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { type Egress, openEgress } from './egress.ts';
import { linkLocal } from './link-local.ts';
import type { NetworkSockets } from './sockets.ts';

const ports = { names: 53, http: 80 } as const;

/** What the platform serves the machines of a VPC from within their network. */
export interface VpcServices {
  /** Lets the VPC know a machine by the names of its spec. */
  introduce(spec: MachineSpec): void;
  /** Lets the VPC know a load balancer by its names; null forgets it. */
  name(id: string, inside: InsideSpec | null): void;
  /** Applies a machine's outbound rules. */
  restrict(spec: Pick<MachineSpec, 'id' | 'private_ip' | 'firewall'>): void;
  /** Forgets a machine that has ended. */
  forget(spec: Pick<MachineSpec, 'id' | 'private_ip'>): void;
  close(): void;
}

/**
 * Opens the proxy that is the way out, the resolver, the metadata service, and the way to the platform, where there is
 * one. They listen in the VPC's network, and are served by this process.
 */
export async function openVpcServices(
  sockets: NetworkSockets,
  { gateway }: MachineSpec['vpc'],
  reach: ReachPlatform | null,
): Promise<VpcServices> {
  const names = new Names(reach && linkLocal);
  const opening = openMetadata(sockets, reach && insideUrls);
  const inside: Inside = {
    host: linkLocal.metadata,
    answer: (...request) => void opening.then((service) => service.answer(...request), ignore),
  };
  const [egress, resolver, door, metadata] = await Promise.all([
    openEgress(sockets, gateway, inside),
    openResolver(sockets, names),
    reach && openDoor(sockets, reach),
    opening,
  ]);
  return servicesOf(names, { egress, resolver, door, metadata });
}

interface Parts {
  readonly egress: Egress;
  readonly resolver: () => void;
  readonly door: PlatformDoor | null;
  readonly metadata: MetadataService;
}

const servicesOf = (names: Names, { egress, resolver, door, metadata }: Parts): VpcServices => ({
  introduce(spec) {
    names.set(spec.id, [internalName(spec.name), spec.public_hostname], spec.private_ip);
    metadata.introduce(spec);
  },
  name(id, inside) {
    if (inside) names.set(id, [internalName(inside.name), inside.public_hostname], inside.address);
    else names.remove(id);
  },
  restrict({ id, private_ip, firewall: { outbound } }) {
    const gate = outbound && compileGate(outbound);
    egress.restrict(private_ip, gate);
    door?.admit(id, private_ip, gate);
  },
  forget({ id, private_ip }) {
    names.remove(id);
    door?.forget(private_ip);
    metadata.forget(private_ip);
  },
  close() {
    egress.close();
    resolver();
    door?.close();
    metadata.close();
  },
});

async function openResolver(sockets: NetworkSockets, names: Names): Promise<() => void> {
  const [datagrams, server] = await Promise.all([
    sockets.datagrams(linkLocal.resolver, ports.names),
    sockets.listen(linkLocal.resolver, ports.names),
  ]);
  return serveNames({ datagrams, server }, names);
}

const insideUrls = { api_url: 'http://api.internal', s3_url: 'http://s3.internal' };

const openMetadata = async (sockets: NetworkSockets, urls: PlatformUrls | null): Promise<MetadataService> =>
  new MetadataService(linkLocal.metadata, await sockets.listen(linkLocal.metadata, ports.http), urls);

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
