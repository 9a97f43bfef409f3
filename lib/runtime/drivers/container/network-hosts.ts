import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { prefixOf } from '#lib/runtime/forwarder/blocks.ts';
import type { ReachPlatform } from '#lib/runtime/platform/reach.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import { socketsOf } from './enter.ts';
import { type NetworkHost, startNetworkHost } from './network-host.ts';
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
 * The network host processes of this host by VPC id. Each starts with its VPC's first running machine and ends with the
 * last one.
 */
export class NetworkHosts {
  readonly #entries = new Map<string, Entry>();
  readonly #reach: ReachPlatform | null;
  readonly #hidden: string | null;

  /** `reach` is the way to the platform, if there is one, and `hidden` a folder whose mounts stay out of networks. */
  constructor(reach: ReachPlatform | null, hidden: string | null) {
    this.#reach = reach;
    this.#hidden = hidden;
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
    const ended = [...this.#entries.values()].map((entry) =>
      entry.networkHost.then((networkHost) => networkHost.ended).catch(ignore),
    );
    this.abandon();
    await Promise.all(ended);
  }

  /** Ends every network host process at once, without waiting. */
  abandon(): void {
    for (const [id, entry] of this.#entries) this.#drop(id, entry);
  }

  #make(vpc: MachineSpec['vpc']): Entry {
    const abort = new AbortController();
    const prefix = prefixOf(vpc.cidr);
    const networkHost = startNetworkHost({ gateway: vpc.gateway, prefix, hidden: this.#hidden ?? [] }, abort.signal);
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
