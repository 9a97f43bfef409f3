import type { Plan } from '#lib/model/platform/catalog.ts';
import type { FirewallRule as ShownRule } from './firewall.ts';

/** One allowed flow, from (inbound) or to (outbound) any of `cidrs`; null ports mean all of the protocol's ports. */
export interface FirewallRule extends Readonly<Pick<ShownRule, 'protocol' | 'port_from' | 'port_to'>> {
  readonly cidrs: readonly string[];
}

/** A volume's place in a machine: `/mnt/<name>`. */
export interface Mount {
  readonly id: string;
  readonly mount_path: string;
}

/** What a machine is told of itself, and its host needs for nothing else. */
export interface MachineFacts {
  readonly account_id: string;
  readonly region: string;
  readonly plan: Readonly<Plan>;
  /** The image or snapshot that it was launched from. */
  readonly image_id: string;
  readonly tags: Readonly<Record<string, string>>;
  /** The public address of the API; null where it is not known. */
  readonly api_url: string | null;
  /** The public address of object storage; null where there is none. */
  readonly s3_url: string | null;
}

/** Everything that a host needs to make one machine. The same id always means the same machine and the same disk. */
export interface MachineSpec {
  readonly id: string;
  /** RFC 1123 hostname. */
  readonly name: string;
  readonly cpu: number;
  readonly ram_mib: number;
  readonly disk_gib: number;
  readonly image_id: string;
  /** `gateway` is the first address of `cidr`; it is the forwarder's. */
  readonly vpc: { readonly id: string; readonly cidr: string; readonly gateway: string };
  readonly private_ip: string;
  /** The DNS name under which the instance is shown; within its VPC it leads to the private address. */
  readonly public_hostname: string;
  /** Where the machine's SSH is offered on the host. */
  readonly ssh: {
    readonly host: string;
    readonly port: number;
    /** The address of the host that a router translates `host` to. Default: that is the host's own. */
    readonly listen?: string;
  };
  /** OpenSSH public key lines. */
  readonly authorized_keys: readonly string[];
  /** Kept in the machine; run once, at its first boot, when it starts with `#!`. */
  readonly user_data?: string | null;
  /** The script that user data stands for, where that is none itself: run in its place. */
  readonly first_boot?: string | null;
  /** The name that the machine has inside, where user data gives it another one than its own. */
  readonly hostname?: string | null;
  /** Stateful, allow-only, order-free; `outbound: null` = everything allowed (no outbound rule exists). */
  readonly firewall: { readonly inbound: readonly FirewallRule[]; readonly outbound: readonly FirewallRule[] | null };
  /** Elastic IPs forwarded one-to-one to the machine (127.x addresses on a laptop). */
  readonly addresses: readonly string[];
  /** In the machine at every start; a volume that another machine has is refused with VOLUME_IN_USE. */
  readonly volumes: readonly Mount[];
  /** The snapshot whose copy a new machine gets as its disk; a machine that has a disk keeps it. */
  readonly source_snapshot_id: string | null;
  readonly facts: MachineFacts;
}
