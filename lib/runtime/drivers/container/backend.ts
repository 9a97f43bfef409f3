import { basename, join } from 'node:path';
import type { Backend, BackendOptions, CarriedOver, Network } from '#lib/runtime/backend.ts';
import { lowPortsBind } from '#lib/runtime/borrow.ts';
import { HOLDERS } from '#lib/runtime/holders.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { censusByNamespace } from '#lib/runtime/metering/census.ts';
import { inRange } from '#lib/runtime/system/range.ts';
import { carryOverDisk, isWholeRoot } from './carry-over.ts';
import { adoptDisk, prepareDisk } from './disk.ts';
import { enterNetwork } from './enter.ts';
import { ListeningPorts } from './listening.ts';
import { bootMachine, type Host, leftBy, withoutUsers } from './machine.ts';
import { type NetworkHostLease, NetworkHosts } from './network-hosts.ts';
import { OwnView } from './own-view.ts';
import { FILTER_WORD, probeContainer } from './probe.ts';
import { adoptRoot, prepareRoot } from './root-disk.ts';

/**
 * Machines as locked rootless namespaces, with one network host process per VPC. `scratch` is a folder for the probe's
 * machine.
 */
export function containerBackend(
  scratch: string,
  image: string,
  { reach, mounts, hidden, oneUser }: BackendOptions,
): Backend {
  const networkHosts = new NetworkHosts(join(scratch, HOLDERS), reach, hidden);
  const listening = new ListeningPorts();
  const view = new OwnView();
  // Set by the probe: false when the probe's machine has shown that the kernel cannot keep the rules.
  const kernel = { filters: true };
  const images = join(scratch, 'images');
  const host: Host = { networkHosts, kernel, listening, view, images, mounts, oneUser };
  const backend: Backend = {
    // Without a range of ids, the image's files could not be its users'.
    ...(inRange && image !== '' && { root: basename(image) }),
    async probe() {
      const words = await probeContainer(backend, scratch);
      kernel.filters = words.includes(FILTER_WORD);
      return [...words, ...(reach ? ['platform_access'] : []), ...((await lowPortsBind()) ? ['low_ports'] : [])];
    },
    layers: inRange,
    prepare: async (record, folder, traits) =>
      record.root === undefined ? prepareDisk(record, folder) : prepareRoot(record, folder, traits),
    adopt: (record, folder, program) =>
      record.root === undefined ? adoptDisk(record, folder) : adoptRoot(record, folder, program),
    carryOver: (record, folder) => carryOver(record, folder, { image, oneUser }),
    boot: (record, folder, signal, joins = []) => bootMachine(host, record, { folder, joins }, signal),
    left: async () => leftBy(host, await networkHosts.find()),
    holders: () => networkHosts.processes(),
    endLeft: () => networkHosts.endUnused(),
    async census(guests) {
      await view.look();
      const found = await censusByNamespace(guests.map(({ init }) => init));
      return new Map(guests.map((guest) => [guest, found.get(guest.init) ?? []]));
    },
    async network(vpc, signal) {
      const lease = await networkHosts.lease(vpc, signal);
      return networkOfVpc(lease);
    },
    close: () => {
      listening.close();
      return networkHosts.close();
    },
  };
  return backend;
}

/** A VPC's network for programs of the host, with the names of its load balancers. */
async function networkOfVpc({ networkHost, services, release }: NetworkHostLease): Promise<Network> {
  const door = { networkHost: networkHost.mark, init: networkHost.mark };
  const { name } = await services.catch((error: unknown) => {
    release();
    throw error;
  });
  return { enter: (argv) => enterNetwork(door, argv), ended: networkHost.ended, name, release };
}

async function carryOver(
  record: MachineRecord,
  folder: string,
  { image, oneUser }: { readonly image: string } & Pick<BackendOptions, 'oneUser'>,
): Promise<CarriedOver> {
  const stays = (why: string) => ({ root: null, notice: `this machine has one user (single_user): ${why}` });
  if (!inRange || image === '') {
    if (isWholeRoot(folder)) throw withoutUsers(record, oneUser);
    return oneUser === null ? { root: null, notice: null } : stays(oneUser);
  }
  const reason = await carryOverDisk(record, folder, image);
  return reason === null ? { root: basename(image), notice: null } : stays(reason);
}
