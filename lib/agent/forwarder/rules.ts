import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { DriverError, type InboundRule } from '#lib/agent/driver.ts';

/** What a new machine accepts at its forwarder: SSH from anywhere. */
export const DEFAULT_RULES: readonly InboundRule[] = [
  { protocol: 'tcp', port_from: 22, port_to: 22, cidrs: ['0.0.0.0/0', '::/0'] },
];

/** Whether a TCP connection from an address to a port is let in. */
export type TcpGate = (address: string, port: number) => boolean;

interface Compiled {
  readonly from: number;
  readonly to: number;
  readonly sources: BlockList;
}

/** Compiles a rule set (allow-only, order-free; nothing named, nothing let in); INVALID for a malformed CIDR. */
export function compileTcpGate(rules: readonly InboundRule[]): TcpGate {
  const compiled = rules.filter(({ protocol }) => protocol === 'tcp' || protocol === 'all').map(compile);
  return (address, port) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
    return compiled.some((rule) => port >= rule.from && port <= rule.to && rule.sources.check(plain, family));
  };
}

function compile(rule: InboundRule): Compiled {
  const sources = new BlockList();
  for (const cidr of rule.cidrs) addSource(sources, cidr);
  const from = rule.port_from ?? 1;
  return { from, to: rule.port_to ?? rule.port_from ?? 65_535, sources };
}

function addSource(sources: BlockList, cidr: string): void {
  const [address = '', bits = '', ...rest] = cidr.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
  const prefix = Number(bits);
  if (!family || rest.length > 0 || !/^\d{1,3}$/.test(bits) || prefix > (family === 'ipv4' ? 32 : 128)) {
    throw new DriverError('INVALID', `not a CIDR: ${cidr.slice(0, 60)}`);
  }
  sources.addSubnet(address, prefix, family);
}
