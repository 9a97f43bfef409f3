import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { prefixOf } from '#lib/runtime/forwarder/blocks.ts';
import { type FoundInit, openHolder } from '#lib/runtime/holder.ts';
import type { ReachPlatform } from '#lib/runtime/platform/reach.ts';
import { vpcOf } from '#lib/runtime/start-holder.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import type { HolderProcess, ProcessMark } from '#lib/runtime/system/processes.ts';
import { socketsOf } from './enter.ts';
import { type NetworkHost, networkHostOf, startNetworkHost } from './network-host.ts';
import type { NetworkSockets } from './sockets.ts';
import { openVpcServices, type VpcServices } from './vpc-services.ts';

/** A hold on a network host process, which stays up until every hold is released. */
export interface NetworkHostLease {
  readonly networkHost: NetworkHost;
  /** Resolves when the VPC's services are open, its way out among them. */
  readonly services: Promise<VpcServices>;
  /** Makes sockets in the network host process's network, which has the gateway's address. */
  readonly sockets: NetworkSockets;
  release(): void;
}

interface Entry {
  readonly networkHost: Promise<NetworkHost>;
  readonly sockets: Promise<NetworkSockets>;
  /** Opened while the first machine boots. */
  readonly services: Promise<VpcServices>;
  readonly abort: AbortController;
  holds: number;
}

/**
 * Whether a process's user namespace was made within this process's own. One that was made within another, as it is
 * where the ids of machines have changed, is closed to this process.
 */
function canEnter({ pid }: ProcessMark): boolean {
  const [, root] = readFileSync(`/proc/${pid}/uid_map`, 'utf8').trim().split(/\s+/);
  return Number(root) === process.getuid?.();
}

/**
 * The network host processes of this host by VPC id. Each starts with its VPC's first running machine and ends with the
 * last one. They outlive this process, and another one finds them.
 */
export class NetworkHosts {
  readonly #entries = new Map<string, Entry>();
  /** Those that an earlier process has left, until they are leased. */
  readonly #left = new Map<string, NetworkHost>();
  /** All that this process has started or found, and that have not ended. */
  readonly #up = new Set<NetworkHost>();
  readonly #folder: string;
  readonly #reach: ReachPlatform | null;
  readonly #hidden: string | null;

  /**
   * `folder` is where they are asked, `reach` the way to the platform, if there is one, and `hidden` a folder whose
   * mounts stay out of networks.
   */
  constructor(folder: string, reach: ReachPlatform | null, hidden: string | null) {
    this.#folder = folder;
    this.#reach = reach;
    this.#hidden = hidden;
  }

  /** Connects to what an earlier process has left, and answers its inits. What does not answer is ended. */
  async find(): Promise<readonly FoundInit[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#folder);
    const found = await Promise.all(names.map((name) => this.#findOne(name)));
    return found.flat();
  }

  async #findOne(name: string): Promise<readonly FoundInit[]> {
    const socket = join(this.#folder, name);
    const vpc = vpcOf(name);
    const holder = await openHolder(socket).catch(ignore);
    if (!holder || this.#left.has(vpc)) {
      // Without its name it ends, as one does that has not begun to listen, or stands still.
      await rm(socket, { force: true });
      return [];
    }
    const left = this.#follow(networkHostOf(holder, socket));
    if (!canEnter(left.mark)) {
      left.kill();
      await left.ended;
      return [];
    }
    this.#left.set(vpc, left);
    return holder.found;
  }

  /** Those that have not ended, as processes. */
  processes(): readonly HolderProcess[] {
    return [...this.#up].map(({ vpc, mark, version }) => ({ vpc, mark, protocol: version }));
  }

  /** Ends those that an earlier process has left and that nobody has leased. */
  async endUnused(): Promise<void> {
    const unused = [...this.#left.values()];
    this.#left.clear();
    for (const one of unused) one.kill();
    await Promise.all(unused.map(({ ended }) => ended));
  }

  /**
   * Waits for the VPC's network host process, and starts it when there is none. A hold whose signal fires is released.
   */
  async lease(vpc: MachineSpec['vpc'], signal: AbortSignal): Promise<NetworkHostLease> {
    const entry = this.#entries.get(vpc.id) ?? this.#make(vpc);
    entry.holds += 1;
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      entry.holds -= 1;
      if (entry.holds === 0) this.#drop(vpc.id, entry);
    };
    try {
      const networkHost = await entry.networkHost;
      checkAborted(signal);
      return { networkHost, services: entry.services, sockets: await entry.sockets, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Ends every network host process and waits until it is gone. */
  async close(): Promise<void> {
    const starting = [...this.#entries.values()].map(({ networkHost }) => networkHost.catch(ignore));
    for (const [id, entry] of this.#entries) this.#drop(id, entry);
    await Promise.all(starting);
    const up = [...this.#up];
    for (const one of up) one.kill();
    await Promise.all(up.map(({ ended }) => ended));
  }

  #follow(networkHost: NetworkHost): NetworkHost {
    this.#up.add(networkHost);
    void networkHost.ended.then(() => this.#up.delete(networkHost));
    return networkHost;
  }

  #make(vpc: MachineSpec['vpc']): Entry {
    const abort = new AbortController();
    const left = this.#left.get(vpc.id);
    this.#left.delete(vpc.id);
    const networkHost = left ? Promise.resolve(left) : this.#start(vpc, abort.signal);
    const sockets = networkHost.then(({ mark }) => socketsOf({ networkHost: mark, init: mark }));
    const services = sockets.then((open) => openVpcServices(open, vpc, this.#reach));
    services.catch(ignore);
    const entry: Entry = { networkHost, sockets, services, abort, holds: 0 };
    this.#entries.set(vpc.id, entry);
    // A network host process that ended by itself must not be leased again.
    void networkHost
      .then(({ ended }) => ended)
      .catch(ignore)
      .then(() => this.#forget(vpc.id, entry));
    return entry;
  }

  #start({ id, cidr, gateway }: MachineSpec['vpc'], signal: AbortSignal): Promise<NetworkHost> {
    const settings = { vpc: id, gateway, prefix: prefixOf(cidr), hidden: this.#hidden ?? [], folder: this.#folder };
    return startNetworkHost(settings, signal).then((started) => this.#follow(started));
  }

  #drop(id: string, entry: Entry): void {
    this.#forget(id, entry);
    entry.abort.abort();
    void entry.networkHost.then((networkHost) => networkHost.kill()).catch(ignore);
    void entry.services.then((services) => services.close()).catch(ignore);
    void entry.sockets.then((sockets) => sockets.close()).catch(ignore);
  }

  #forget(id: string, entry: Entry): void {
    if (this.#entries.get(id) === entry) this.#entries.delete(id);
  }
}
