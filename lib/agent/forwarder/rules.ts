import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { DriverError, type FirewallRule } from '#lib/agent/driver.ts';

/** Whether rules let a flow pass: its protocol, the address at its other end, and the port it goes to. */
export type Gate = (protocol: 'tcp' | 'udp', address: string, port: number) => boolean;

/** Ports from … to, both included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Compiles a rule set (allow-only, order-free; nothing named, nothing let in); INVALID for a malformed CIDR. */
export function compileGate(rules: readonly FirewallRule[]): Gate {
  const compiled = rules.map((rule) => ({ protocol: rule.protocol, ...portsOf(rule), peers: listOf(rule.cidrs) }));
  return (protocol, address, port) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
    return compiled.some(
      (rule) =>
        (rule.protocol === protocol || rule.protocol === 'all') &&
        port >= rule.from &&
        port <= rule.to &&
        rule.peers.check(plain, family),
    );
  };
}

/** The ports that a rule names. */
export function portsOf({ port_from, port_to }: Pick<FirewallRule, 'port_from' | 'port_to'>): PortRange {
  return { from: port_from ?? 1, to: port_to ?? port_from ?? 65_535 };
}

function listOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) addSubnet(list, cidr);
  return list;
}

function addSubnet(list: BlockList, cidr: string): void {
  const [address = '', bits = '', ...rest] = cidr.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  const prefix = Number(bits);
  if (!family || rest.length > 0 || !/^\d{1,3}$/.test(bits) || prefix > (family === 'ipv4' ? 32 : 128)) {
    throw new DriverError('INVALID', `not a CIDR: ${cidr.slice(0, 60)}`);
  }
  list.addSubnet(address, prefix, family);
}
