import { randomBytes } from 'node:crypto';
import type { FirewallRule, MachineSpec } from '#lib/model/compute/machine.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';

let host = 10;

const facts: MachineSpec['facts'] = {
  account_id: '123456789012',
  region: 'in-mum',
  plan: { name: 's1-nano', cpu: 1, ram: 512, disk: 10, price_monthly: 299 },
  image_id: 'debian-12',
  tags: { role: 'test' },
  api_url: 'http://localhost:3000',
  s3_url: null,
};

/** All protocols, and ICMP; add the CIDRs. */
export const ALL = { protocol: 'all', port_from: null, port_to: null } as const;
export const ICMP = { ...ALL, protocol: 'icmp' } as const;
/** What every new machine lets in. */
export const ANY_SSH: FirewallRule = { protocol: 'tcp', port_from: 22, port_to: 22, cidrs: ['0.0.0.0/0', '::/0'] };

/** One rule; from anywhere unless told. */
export const rule = (
  protocol: 'tcp' | 'udp',
  port_from: number,
  port_to = port_from,
  cidr = '0.0.0.0/0',
): FirewallRule => ({
  protocol,
  port_from,
  port_to,
  cidrs: [cidr],
});
/** SSH and these, inbound; everything outbound. */
export const inbound = (...rules: FirewallRule[]): MachineSpec['firewall'] => ({
  inbound: [ANY_SSH, ...rules],
  outbound: null,
});

/** As many rules, with as many blocks each, as an instance may have. */
export const MOST_RULES: readonly FirewallRule[] = Array.from({ length: 50 }, (_, index) => ({
  ...rule('tcp', 2 * index + 1),
  cidrs: Array.from({ length: 20 }, (_unused, block) => `10.${block}.0.0/19`),
}));

/** A machine that no other test uses; `change` replaces parts of it. */
export async function machineSpec(imageId: string, change: Partial<MachineSpec> = {}): Promise<MachineSpec> {
  const id = `i-${randomBytes(8).toString('hex')}`;
  host += 1;
  return {
    id,
    name: `vm-${id.slice(2, 8)}`,
    cpu: 1,
    ram_mib: 512,
    disk_gib: 10,
    image_id: imageId,
    vpc: { id: 'vpc-one', cidr: '10.20.0.0/20', gateway: '10.20.0.1' },
    private_ip: `10.20.0.${host}`,
    public_hostname: `${id}.vm.localhost`,
    ssh: { host: '127.0.0.1', port: await unusedPort() },
    authorized_keys: [],
    user_data: null,
    firewall: { inbound: [ANY_SSH, { ...ALL, cidrs: ['10.20.0.0/20'] }], outbound: null },
    addresses: [],
    volumes: [],
    source_snapshot_id: null,
    facts,
    ...change,
  };
}
