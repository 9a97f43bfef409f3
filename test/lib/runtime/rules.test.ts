import { describe, expect, it } from 'vitest';
import type { FirewallRule } from '#lib/model/compute/machine.ts';
import { compileGate } from '#lib/runtime/forwarder/rules.ts';
import { ANY_SSH } from './support/machine-spec.ts';

const rule = (protocol: FirewallRule['protocol'], cidrs: string[], from: number | null = null, to = from) => ({
  protocol,
  port_from: from,
  port_to: to,
  cidrs,
});

describe('firewall rules', () => {
  it('let in SSH from anywhere and nothing else on a new machine, from outside its VPC', () => {
    const gate = compileGate([ANY_SSH]);
    expect(
      ['127.0.0.1', '203.0.113.9', '::1', '::ffff:198.51.100.1'].map((address) => gate('tcp', address, 22)),
    ).not.toContain(false);
    expect([21, 23, 80].map((port) => gate('tcp', '127.0.0.1', port))).not.toContain(true);
    expect(gate('udp', '127.0.0.1', 22)).toBe(false);
  });

  it('keep the families of addresses apart', () => {
    const everyV6 = compileGate([rule('tcp', ['::/0'], 22)]);
    expect(everyV6('tcp', '2001:db8::5', 22)).toBe(true);
    expect([everyV6('tcp', '198.51.100.1', 22), everyV6('tcp', '::ffff:198.51.100.1', 22)]).toEqual([false, false]);
    const everyV4 = compileGate([rule('tcp', ['0.0.0.0/0'], 22)]);
    expect([everyV4('tcp', '::1', 22), everyV4('tcp', '::ffff:198.51.100.1', 22)]).toEqual([false, true]);
  });

  it('let in what any rule names, and nothing when there is none', () => {
    const gate = compileGate([
      rule('tcp', ['10.0.0.0/8', '2001:db8::/32'], 8000, 8010),
      rule('tcp', ['192.0.2.7/32'], 443),
      rule('all', ['198.51.100.0/24']),
      rule('udp', ['192.0.2.0/24'], 53),
      rule('icmp', ['0.0.0.0/0']),
    ]);
    expect(gate('tcp', '10.255.0.1', 8000) && gate('tcp', '10.1.1.1', 8010) && gate('tcp', '2001:db8::5', 8005)).toBe(
      true,
    );
    expect(
      gate('tcp', '::ffff:10.1.1.1', 8000) && gate('tcp', '198.51.100.9', 1) && gate('tcp', '192.0.2.7', 443),
    ).toBe(true);
    expect(gate('udp', '192.0.2.9', 53) && gate('udp', '198.51.100.9', 9)).toBe(true);
    const closed: [string, number][] = [
      ['10.1.1.1', 8011],
      ['11.0.0.1', 8000],
      ['192.0.2.7', 444],
      ['192.0.2.8', 443],
      ['192.0.2.9', 53],
    ];
    for (const [address, port] of closed) expect(gate('tcp', address, port)).toBe(false);
    expect(gate('udp', '10.1.1.1', 8005)).toBe(false);
    expect(compileGate([])('tcp', '127.0.0.1', 22)).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0.0', 'x/8', '::/129', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/ 8'])(
    'refuse %s',
    (cidr) => {
      expect(() => compileGate([rule('tcp', [cidr])])).toThrow(`not a CIDR: ${cidr}`);
    },
  );
});
