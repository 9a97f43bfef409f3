import { describe, expect, it } from 'vitest';
import { portsToOpen, rulePorts } from '#lib/runtime/forwarder/rule-ports.ts';
import { ALL, rule } from './support/machine-spec.ts';

const vpc = '10.20.0.0/20';
const opened = (...given: Parameters<typeof rulePorts>) => portsToOpen(rulePorts(...given), [53, 1024, 8080, 60_000]);

describe('ports that inbound rules open on an elastic IP', () => {
  it('are all of a rule of up to 64 ports, and only its protocol', () => {
    const rules = [rule('tcp', 8000, 8063), rule('udp', 53)];
    expect(opened(rules, 'tcp', vpc)).toEqual(new Set(Array.from({ length: 64 }, (_, at) => 8000 + at)));
    expect(opened(rules, 'udp', vpc)).toEqual(new Set([53]));
  });

  it('are those of a wider rule on which the machine listens', () => {
    expect(opened([rule('tcp', 1024, 1088), rule('tcp', 22)], 'tcp', vpc)).toEqual(new Set([22, 1024]));
    expect(opened([{ ...ALL, cidrs: ['0.0.0.0/0'] }], 'udp', vpc)).toEqual(new Set([53, 1024, 8080, 60_000]));
  });

  it('are none of a rule that only names the VPC, and none of icmp', () => {
    expect(opened([{ ...ALL, cidrs: [vpc, '10.20.8.0/24'] }], 'tcp', vpc).size).toBe(0);
    expect(opened([{ ...ALL, protocol: 'icmp', cidrs: ['0.0.0.0/0'] }], 'tcp', vpc).size).toBe(0);
    expect(opened([{ ...ALL, cidrs: [vpc, '10.0.0.0/8'] }], 'tcp', vpc).size).toBe(4);
  });

  it('are at most 1024 that a machine leads to', () => {
    const listening = Array.from({ length: 5000 }, (_, at) => at + 1);
    expect(portsToOpen(rulePorts([rule('tcp', 1, 65_535)], 'tcp', vpc), listening).size).toBe(1024);
  });
});
