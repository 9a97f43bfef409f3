import type { FirewallRule, MachineSpec } from '#lib/model/compute/machine.ts';
import { addressSet, ipv4Blocks } from '#lib/runtime/forwarder/blocks.ts';
import { portsOf } from '#lib/runtime/forwarder/rules.ts';
import type { Flow } from './frames.ts';

/** Which new flows a machine lets in and out. */
export interface Filter {
  inbound(flow: Flow, peer: string): boolean;
  outbound(flow: Flow, peer: string): boolean;
}

/** Compiles a machine's firewall; no outbound rules at all let everything out. */
export function compileFilter({ inbound, outbound }: MachineSpec['firewall']): Filter {
  return { inbound: compile(inbound), outbound: outbound === null ? () => true : compile(outbound) };
}

function compile(rules: readonly FirewallRule[]): (flow: Flow, peer: string) => boolean {
  // A private network speaks IPv4 only.
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

/** A flow that has not carried anything for this long is forgotten. */
const IDLE_MS: Readonly<Record<Flow['protocol'], number>> = { tcp: 600_000, udp: 60_000, icmp: 30_000, other: 60_000 };
/** Flows of a network that are remembered; beyond that, those that were used least recently are forgotten. */
const MOST = 65_536;

/** The flows that were let through: their packets pass both ways, whatever rules say by now. */
export class Flows {
  readonly #seen = new Map<string, number>();

  /** Whether this packet belongs to one, which lives on by it. */
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

  /** Forgets what a machine had: another may get its address. */
  forget(address: string): void {
    for (const key of this.#seen.keys()) if (key.split(' ').includes(address)) this.#seen.delete(key);
  }

  #keep(key: string, { protocol }: Flow): void {
    this.#seen.set(key, performance.now() + IDLE_MS[protocol]);
  }
}

const keyOf = (...parts: readonly (string | number)[]): string => parts.join(' ');
