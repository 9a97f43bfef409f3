import type { FirewallRule } from '#lib/model/compute/machine.ts';
import { addressSet, ipv4Blocks, parseBlock } from './blocks.ts';
import { type PortRange, portsOf } from './rules.ts';

/**
 * Most ports of a rule that are all listened on. For a wider rule, only the ports on which the machine listens are
 * opened.
 */
const NARROW = 64;
/**
 * Most ports of each protocol that are opened because the machine listens on them. A machine could listen on every
 * port.
 */
const MOST_FOLLOWED = 1024;

/** The protocols that are forwarded. */
export type Forwarded = 'tcp' | 'udp';

/** Ports that rules open to the outside: always, and only while the machine listens on them. */
export interface RulePorts {
  readonly always: ReadonlySet<number>;
  readonly followed: readonly PortRange[];
}

/**
 * The ports of a protocol that inbound rules open. Rules that name only addresses of the VPC open nothing to the
 * outside.
 */
export function rulePorts(rules: readonly FirewallRule[], protocol: Forwarded, vpc: string): RulePorts {
  const inside = within(vpc);
  const ranges = rules
    .filter((rule) => rule.protocol === protocol || rule.protocol === 'all')
    .filter(({ cidrs }) => !cidrs.every(inside))
    .map(portsOf);
  const isNarrow = ({ from, to }: PortRange) => to - from < NARROW;
  return {
    always: new Set(ranges.filter(isNarrow).flatMap(({ from, to }) => range(from, to))),
    followed: ranges.filter((one) => !isNarrow(one)),
  };
}

/** All ports to open, given the ports on which the machine listens. */
export function portsToOpen({ always, followed }: RulePorts, listening: readonly number[]): Set<number> {
  const open = listening.filter((port) => followed.some(({ from, to }) => port >= from && port <= to));
  return new Set([...always, ...open.slice(0, MOST_FOLLOWED)]);
}

/** Answers a function that checks whether a block lies entirely within this one. */
function within(vpc: string): (cidr: string) => boolean {
  const whole = parseBlock(vpc);
  const addresses = addressSet([whole]);
  return (cidr) => ipv4Blocks([cidr]).some(({ address, prefix }) => prefix >= whole.prefix && addresses.has(address));
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
