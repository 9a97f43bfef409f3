import type { FirewallRule } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { addressSet, type Block, plainAddress, readBlock } from './blocks.ts';

/** Whether rules allow a flow of this protocol, with this address at its other end, to this port. */
export type Gate = (protocol: 'tcp' | 'udp', address: string, port: number) => boolean;

/** Ports from … to, both included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Compiles a set of rules. Each rule allows, and their order does not matter; without rules nothing is allowed. INVALID
 * for a malformed CIDR.
 */
export function compileGate(rules: readonly FirewallRule[]): Gate {
  const compiled = rules.map((rule) => ({
    protocol: rule.protocol,
    ...portsOf(rule),
    peers: addressSet(rule.cidrs.map(blockOf)),
  }));
  return (protocol, address, port) => {
    const plain = plainAddress(address);
    return compiled.some(
      (rule) =>
        (rule.protocol === protocol || rule.protocol === 'all') &&
        port >= rule.from &&
        port <= rule.to &&
        rule.peers.has(plain),
    );
  };
}

/** The range of ports that a rule names. */
export function portsOf({ port_from, port_to }: Pick<FirewallRule, 'port_from' | 'port_to'>): PortRange {
  return { from: port_from ?? 1, to: port_to ?? port_from ?? 65_535 };
}

function blockOf(cidr: string): Block {
  const block = readBlock(cidr);
  if (!block) throw new DriverError('INVALID', `not a CIDR: ${cidr.slice(0, 60)}`);
  return block;
}
