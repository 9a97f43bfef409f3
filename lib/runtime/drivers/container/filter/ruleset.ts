import type { FirewallRule, MachineSpec } from '#lib/model/compute/machine.ts';
import { linkLocal } from '#lib/runtime/drivers/container/link-local.ts';
import { ipv4Blocks } from '#lib/runtime/forwarder/blocks.ts';
import { portsOf } from '#lib/runtime/forwarder/rules.ts';
import { accept, goesTo, isFrom, isKnown, isLocal, isProtocol, jumpTo, type Side } from './expressions.ts';
import { attribute, message } from './netlink.ts';

/** Numbers of linux/netfilter/nfnetlink.h and nf_tables.h. */
const SUBSYSTEM = 10;
const [BATCH_BEGIN, BATCH_END] = [0x10, 0x11];
const [NEW_TABLE, DELETE_TABLE, NEW_CHAIN, NEW_RULE] = [0, 2, 3, 6];
const [REQUEST, ACKNOWLEDGE, CREATE, APPEND] = [1, 4, 0x400, 0x800];
const IPV4 = 2;
const HOOKS: Record<Side, number> = { inbound: 1, outbound: 3 };
const [DROP, ACCEPT] = [0, 1];

const PROTOCOLS = { tcp: 6, udp: 17, icmp: 1 } as const;
const TABLE = 'svc';

/** Messages of one transaction that replaces a machine's table by the rules of a firewall. */
export function rulesetOf(firewall: MachineSpec['firewall'], gateway: string): Buffer {
  const table = attribute(1, TABLE);
  return batch([
    // Created first, so that deleting it also works when there was none.
    request(NEW_TABLE, CREATE, table),
    request(DELETE_TABLE, 0, table),
    request(NEW_TABLE, CREATE, table),
    ...baseChain('inbound', DROP, gateway),
    ...chainRules('inbound', firewall.inbound),
    ...baseChain('outbound', firewall.outbound ? DROP : ACCEPT, gateway),
    ...chainRules('outbound', firewall.outbound ?? []),
  ]);
}

const request = (operation: number, flags: number, ...attributes: readonly Buffer[]) =>
  message({ type: (SUBSYSTEM << 8) | operation, flags: REQUEST | flags, family: IPV4 }, ...attributes);

/** The kernel acknowledges the last change once the whole batch is applied. */
function batch(changes: Buffer[]): Buffer {
  const mark = (type: number) => message({ type, flags: REQUEST, family: 0, resource: SUBSYSTEM });
  const last = changes.at(-1);
  last?.writeUInt8(last.readUInt8(6) | ACKNOWLEDGE, 6);
  return Buffer.concat([mark(BATCH_BEGIN), ...changes, mark(BATCH_END)]);
}

const rule = (chain: string, ...expressions: readonly Buffer[]) =>
  request(NEW_RULE, CREATE | APPEND, attribute(1, TABLE), attribute(2, chain), attribute(4, ...expressions));

/** What a machine reaches whatever its outbound rules are: names, and what it is told of itself. */
const alwaysReached = [linkLocal.resolver, linkLocal.metadata];

function baseChain(side: Side, policy: number, gateway: string): Buffer[] {
  const hook = attribute(4, attribute(1, HOOKS[side]), attribute(2, 0));
  return [
    request(
      NEW_CHAIN,
      CREATE,
      attribute(1, TABLE),
      attribute(3, side),
      hook,
      attribute(5, policy),
      attribute(7, 'filter'),
    ),
    rule(side, ...isLocal(side), accept),
    rule(side, ...isKnown, accept),
    // Packets of the forwarder and the proxy, which apply the rules themselves.
    rule(side, ...isFrom(side, gateway, 32), accept),
    ...(side === 'outbound' ? alwaysReached.map((address) => rule(side, ...isFrom(side, address, 32), accept)) : []),
  ];
}

/** A rule with several blocks gets a chain of its own, so that its ports are checked once. */
function chainRules(side: Side, rules: readonly FirewallRule[]): Buffer[] {
  return rules.flatMap((one, index) => {
    const blocks = ipv4Blocks(one.cidrs);
    if (blocks.length === 0) return [];
    const match = matchOf(one);
    const block = blocks.find(({ prefix }) => prefix === 0) ?? (blocks.length === 1 ? blocks[0] : undefined);
    if (block) return [rule(side, ...match, ...isFrom(side, block.address, block.prefix), accept)];
    const chain = `${side}-${index}`;
    return [
      request(NEW_CHAIN, CREATE, attribute(1, TABLE), attribute(3, chain)),
      ...blocks.map(({ address, prefix }) => rule(chain, ...isFrom(side, address, prefix), accept)),
      rule(side, ...match, jumpTo(chain)),
    ];
  });
}

function matchOf(one: FirewallRule): Buffer[] {
  if (one.protocol === 'all') return [];
  const protocol = isProtocol(PROTOCOLS[one.protocol]);
  const { from, to } = portsOf(one);
  return one.protocol === 'icmp' || (from === 1 && to === 65_535) ? protocol : [...protocol, ...goesTo(from, to)];
}
