import type { FirewallRule, MachineSpec } from '#lib/model/compute/machine.ts';
import { addressSet, ipv4Blocks } from '#lib/runtime/forwarder/blocks.ts';
import { portsOf } from '#lib/runtime/forwarder/rules.ts';
import type { Flow } from './frames.ts';

/** Which new flows a machine may receive and open. */
export interface Filter {
  inbound(flow: Flow, peer: string): boolean;
  outbound(flow: Flow, peer: string): boolean;
}

/** Compiles a machine's firewall. Without outbound rules every outbound flow is allowed. */
export function compileFilter({ inbound, outbound }: MachineSpec['firewall']): Filter {
  return { inbound: compile(inbound), outbound: outbound === null ? () => true : compile(outbound) };
}

function compile(rules: readonly FirewallRule[]): (flow: Flow, peer: string) => boolean {
  // A VPC's network carries IPv4 only.
  const compiled = rules.map((rule) => ({
    protocol: rule.protocol,
    ...portsOf(rule),
    peers: addressSet(ipv4Blocks(rule.cidrs)),
  }));
  return ({ protocol, toPort }, peer) =>
    compiled.some(
      (rule) =>
        (rule.protocol === 'all' ||
          (rule.protocol === protocol && (protocol === 'icmp' || (toPort >= rule.from && toPort <= rule.to)))) &&
        rule.peers.has(peer),
    );
}

/** Milliseconds without a packet after which a flow is forgotten. */
export const IDLE_MS: Readonly<Record<Flow['protocol'], number>> = {
  tcp: 600_000,
  udp: 60_000,
  icmp: 30_000,
  other: 60_000,
};
/** Most flows of a network that are remembered. Above that, the least recently used one is forgotten. */
const MOST = 65_536;

/** The flows that were let through. Their packets pass in both directions, even when the rules change later. */
export class Flows {
  readonly #seen = new Map<string, number>();

  /** Whether this packet belongs to a known flow. If so, the flow's idle time starts again. */
  knows(flow: Flow, from: string, to: string): boolean {
    const there = keyOf(flow.protocol, from, flow.fromPort, to, flow.toPort);
    const back = keyOf(flow.protocol, to, flow.toPort, from, flow.fromPort);
    for (const key of [there, back]) {
      const until = this.#seen.get(key);
      if (until === undefined) continue;
      this.#seen.delete(key);
      if (until > performance.now()) {
        this.#keep(key, flow);
        return true;
      }
    }
    return false;
  }

  add(flow: Flow, from: string, to: string): void {
    this.#keep(keyOf(flow.protocol, from, flow.fromPort, to, flow.toPort), flow);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Forgets a machine's flows, because another machine may get its address. */
  forget(address: string): void {
    for (const key of this.#seen.keys()) if (key.split(' ').includes(address)) this.#seen.delete(key);
  }

  #keep(key: string, { protocol }: Flow): void {
    this.#seen.set(key, performance.now() + IDLE_MS[protocol]);
  }
}

const keyOf = (...parts: readonly (string | number)[]): string => parts.join(' ');
