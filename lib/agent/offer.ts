import { type HostOffer, offerHash } from '#lib/model/compute/host-messages.ts';
import type { MachineLoads } from '#lib/model/compute/host-usage.ts';
import { sshPorts } from '#lib/model/compute/limits.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { addressSet, parseBlock } from '#lib/runtime/forwarder/blocks.ts';
import { type Listening, listeningHere } from '#lib/runtime/system/listening.ts';
import type { Host } from './host.ts';

/** What the host offers now. */
export async function offerOf({
  publicIp,
  addressPool,
  isReserved,
  driver,
  consoles,
}: Omit<Host, 'link'>): Promise<HostOffer> {
  const disk_scope = setting('SVC_DISK_SCOPE');
  const taken = await listeningLately();
  const ports = [
    ...(driver.reservedPorts?.() ?? []),
    ...taken.map(({ port }) => port).filter(isGiven),
    ...givenPorts.filter(isReserved),
  ];
  return {
    driver: driver.kind,
    capabilities: [
      ...driver.capabilities().filter((word) => word !== 'console' || !consoles || consoles.url !== undefined),
      ...(driver.imageStore ? ['images'] : []),
    ],
    images: driver.images().map((image) => ({ ...image })),
    public_ip: publicIp,
    reserved_ports: [...new Set(ports)].sort((a, b) => a - b),
    address_pool: addressPool,
    ...(disk_scope !== undefined && { disk_scope }),
    reserved_addresses: addressPool ? [...new Set(taken.flatMap(within(addressPool)))].sort() : [],
    ...(consoles?.url && { console_url: consoles.url }),
  };
}

/**
 * Tells the control plane that the host is alive, and what it offers where that is not known there: the hash says
 * whether it is.
 */
export async function offer(host: Host): Promise<void> {
  const now = await offerOf(host);
  const offer_hash = offerHash(now);
  const beat = (loads?: MachineLoads) => host.link.call('beatHost', { offer_hash, jobs: [], ...(loads && { loads }) });
  const { offer_wanted, console_origins } = await (host.loads?.along(beat) ?? beat());
  host.consoles?.allow(console_origins);
  if (offer_wanted) await host.link.call('beatHost', { offer_hash, offer: now, jobs: [] });
}

/** Milliseconds, less than a heartbeat's, for which what listens here is not read anew: that takes some ten. */
const FRESH_MS = 5_000;

let lately: { readonly at: number; readonly taken: Promise<Listening[]> } | undefined;

function listeningLately(): Promise<Listening[]> {
  const now = performance.now();
  if (!lately || now - lately.at > FRESH_MS) lately = { at: now, taken: listeningHere() };
  return lately.taken;
}

/** Whether a port is of those that machines get; other programs come and go on the rest. */
const isGiven = (port: number): boolean => port >= sshPorts.from && port < sshPorts.to;

const givenPorts = Array.from({ length: sshPorts.to - sshPorts.from }, (_, at) => sshPorts.from + at);

/** Answers the address of a listening socket when it lies within a block. */
function within(pool: string): (one: Listening) => string[] {
  const block = addressSet([parseBlock(pool)]);
  return ({ address }) => (address !== null && block.has(address) ? [address] : []);
}
