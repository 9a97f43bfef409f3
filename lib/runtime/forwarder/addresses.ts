import type { Socket } from 'node:net';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { forwarding, type Share } from './descriptors.ts';
import { type Forwarded, portsToOpen, type RulePorts, rulePorts } from './rule-ports.ts';
import { compileGate, type Gate } from './rules.ts';
import { forwardTcp } from './tcp.ts';
import { forwardUdp } from './udp.ts';
import type { Forward, Inside, Outside } from './ways.ts';

/**
 * Milliseconds between two reads of the ports on which a machine listens; and until a port that could not be opened is
 * tried again.
 */
const FOLLOW_MS = 250;
const RETRY_MS = 2000;

const FORWARDERS = { tcp: forwardTcp, udp: forwardUdp };
const PROTOCOLS = ['tcp', 'udp'] as const;

/** Why a port could not be opened, and when it is tried again. */
interface Held {
  readonly why: string;
  readonly until: number;
}

/** Forwards a machine's elastic IPs to the machine, port for port, as far as its inbound rules allow. */
export class AddressForwarder {
  readonly #ways: { readonly inside: Inside; readonly outside: Outside };
  readonly #log: (line: string) => void;
  readonly #share: Share;
  /** By address, port and protocol: the forward that is open or being opened; null after a failure. */
  readonly #places = new Map<string, Promise<Forward | null>>();
  readonly #held = new Map<string, Held>();
  /** By address: its open connections. */
  readonly #flows = new Map<string, Set<Socket>>();
  #addresses: readonly string[] = [];
  #gate: Gate = () => false;
  #rulePorts: Record<Forwarded, RulePorts> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(inside: Inside, outside: Outside, log: (line: string) => void, share = forwarding.share()) {
    this.#share = share;
    this.#ways = { inside, outside };
    this.#log = log;
  }

  /**
   * Applies addresses and rules. Resolves when every free port is listened on. Flows of an address that the machine no
   * longer has are cut. Flows that a rule no longer allows stay.
   */
  async apply({ addresses, firewall, vpc }: MachineSpec): Promise<void> {
    this.#addresses = addresses;
    this.#gate = compileGate(firewall.inbound);
    const opened = (protocol: Forwarded) => rulePorts(firewall.inbound, protocol, vpc.cidr);
    this.#rulePorts = { tcp: opened('tcp'), udp: opened('udp') };
    await this.#reconcile();
  }

  /** Stops forwarding and cuts every flow. */
  close(): void {
    this.#addresses = [];
    void this.#reconcile();
  }

  async #reconcile(): Promise<void> {
    clearTimeout(this.#timer);
    const targets = this.#targetPlaces();
    this.#closeAllExcept(targets);
    for (const [key, open] of targets) this.#open(key, open);
    if (this.#addresses.length > 0) {
      this.#timer = setTimeout(() => void this.#reconcile(), this.#follows() ? FOLLOW_MS : RETRY_MS);
    }
    await Promise.all(this.#places.values());
  }

  #follows(): boolean {
    return PROTOCOLS.some((protocol) => (this.#rulePorts?.[protocol].followed.length ?? 0) > 0);
  }

  #targetPlaces(): Map<string, () => Promise<Forward>> {
    const places = new Map<string, () => Promise<Forward>>();
    if (!this.#rulePorts || this.#addresses.length === 0) return places;
    for (const protocol of PROTOCOLS) {
      const opened = this.#rulePorts[protocol];
      const listening = opened.followed.length > 0 ? this.#ways.inside.listening(protocol) : [];
      const ports = portsToOpen(opened, listening);
      for (const host of this.#addresses) {
        const flows = this.#flowsOf(host);
        for (const port of ports) {
          const admit = (address: string) => this.#gate(protocol, address, port);
          places.set(`${host}:${port}/${protocol}`, () =>
            FORWARDERS[protocol]({ host, port, flows, share: this.#share }, this.#ways, admit),
          );
        }
      }
    }
    return places;
  }

  #open(key: string, open: () => Promise<Forward>): void {
    const held = this.#held.get(key);
    if (this.#places.has(key) || (held && held.until > performance.now())) return;
    const leave = this.#share.take(1);
    if (!leave) {
      this.#holdBack(key, 'this machine has as much open as is left for all others');
      return;
    }
    const opening = open().then(
      (forward) => closing(forward, leave),
      (error: Error) => {
        leave();
        this.#holdBack(key, error.message);
        return null;
      },
    );
    this.#places.set(key, opening);
    void opening.then((forward) => {
      if (forward && this.#held.delete(key)) this.#log(`${key} is forwarded now`);
    });
  }

  /** Logs each reason once. The port is tried again as long as a rule opens it. */
  #holdBack(key: string, why: string): void {
    if (this.#held.get(key)?.why !== why) this.#log(`${key} is not forwarded yet: ${why}`);
    this.#places.delete(key);
    this.#held.set(key, { why, until: performance.now() + RETRY_MS });
  }

  #flowsOf(host: string): Set<Socket> {
    const flows = this.#flows.get(host) ?? new Set();
    this.#flows.set(host, flows);
    return flows;
  }

  #cut(host: string): void {
    for (const socket of this.#flowsOf(host)) socket.destroy();
    this.#flows.delete(host);
  }

  #closeAllExcept(targets: ReadonlyMap<string, unknown>): void {
    for (const [key, opening] of this.#places) {
      if (targets.has(key)) continue;
      this.#places.delete(key);
      void opening.then((forward) => forward?.close());
    }
    for (const key of this.#held.keys()) if (!targets.has(key)) this.#held.delete(key);
    for (const host of this.#flows.keys()) if (!this.#addresses.includes(host)) this.#cut(host);
  }
}

const closing = (forward: Forward, leave: () => void): Forward => ({
  close() {
    forward.close();
    leave();
  },
});
