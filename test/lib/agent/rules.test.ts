import { describe, expect, it } from 'vitest';
import { compileTcpGate, DEFAULT_RULES } from '#lib/agent/forwarder/rules.ts';

describe('inbound rules at the forwarder', () => {
  it('let in SSH from anywhere and nothing else by default', () => {
    const gate = compileTcpGate(DEFAULT_RULES);
    expect(
      ['127.0.0.1', '203.0.113.9', '::1', '::ffff:198.51.100.1'].map((address) => gate(address, 22)),
    ).not.toContain(false);
    expect([21, 23, 80].map((port) => gate('127.0.0.1', port))).not.toContain(true);
  });

  it('let in what any rule names, and nothing when there is none', () => {
    const gate = compileTcpGate([
      { protocol: 'tcp', port_from: 8000, port_to: 8010, cidrs: ['10.0.0.0/8', '2001:db8::/32'] },
      { protocol: 'tcp', port_from: 443, cidrs: ['192.0.2.7/32'] },
      { protocol: 'all', cidrs: ['198.51.100.0/24'] },
      { protocol: 'udp', cidrs: ['0.0.0.0/0'] },
      { protocol: 'icmp', cidrs: ['0.0.0.0/0'] },
    ]);
    expect(gate('10.255.0.1', 8000) && gate('10.1.1.1', 8010) && gate('2001:db8::5', 8005)).toBe(true);
    expect(gate('::ffff:10.1.1.1', 8000) && gate('198.51.100.9', 1) && gate('192.0.2.7', 443)).toBe(true);
    expect(gate('10.1.1.1', 8011) || gate('11.0.0.1', 8000) || gate('192.0.2.7', 444) || gate('192.0.2.8', 443)).toBe(
      false,
    );
    expect(compileTcpGate([])('127.0.0.1', 22)).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0.0', 'x/8', '::/129', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/ 8'])(
    'refuse %s',
    (cidr) => {
      expect(() => compileTcpGate([{ protocol: 'tcp', cidrs: [cidr] }])).toThrow(`not a CIDR: ${cidr}`);
    },
  );
});
