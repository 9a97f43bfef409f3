import type { MachineSpec } from '#lib/model/compute/machine.ts';

/** Where a VPC's machines reach the platform. */
export interface PlatformUrls {
  readonly api_url: string;
  readonly s3_url: string;
}

/** What a machine is told of itself (contract 4.12). `urls` go before the public ones. */
export function documentOf(spec: MachineSpec, urls: PlatformUrls | null) {
  const { id, name, private_ip, public_hostname, user_data, facts } = spec;
  return {
    id,
    name,
    account_id: facts.account_id,
    region: facts.region,
    private_ip,
    public_ip: spec.ssh.host,
    ssh_port: spec.ssh.port,
    public_hostname,
    plan: facts.plan,
    image_id: facts.image_id,
    tags: facts.tags,
    user_data: user_data ?? null,
    api_url: urls?.api_url ?? facts.api_url,
    s3_url: urls?.s3_url ?? facts.s3_url,
  };
}
