import type { Plan } from '#lib/model/platform/catalog.ts';
import type { FirewallRule as ShownRule } from './firewall.ts';

/** One allowed flow, from (inbound) or to (outbound) any of `cidrs`; null ports mean all of the protocol's ports. */
export interface FirewallRule extends Readonly<Pick<ShownRule, 'protocol' | 'port_from' | 'port_to'>> {
  readonly cidrs: readonly string[];
}

/** The place where a machine mounts a volume: `/mnt/<name>`. */
export interface Mount {
  readonly id: string;
  readonly mount_path: string;
}

/** What a machine can read about itself. Its host needs it for nothing else. */
export interface MachineFacts {
  readonly account_id: string;
  readonly region: string;
  readonly plan: Readonly<Plan>;
  /** The image or snapshot that it was launched from. */
  readonly image_id: string;
  readonly tags: Readonly<Record<string, string>>;
  /** The public address of the API; null if unknown. */
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
  /** `gateway` is the first address of `cidr`. It belongs to the forwarder. */
  readonly vpc: { readonly id: string; readonly cidr: string; readonly gateway: string };
  readonly private_ip: string;
  /** The DNS name under which replies show the instance. Within its VPC it resolves to the private address. */
  readonly public_hostname: string;
  /** The place on the host where the machine's SSH is available. */
  readonly ssh: {
    readonly host: string;
    readonly port: number;
    /** The address of the host to which a router translates `host`. Default: `host` is the host's own address. */
    readonly listen?: string;
  };
  /** OpenSSH public key lines. */
  readonly authorized_keys: readonly string[];
  /** Kept in the machine. It is run once, at the first boot, if it starts with `#!`. */
  readonly user_data?: string | null;
  /** The script made from user data that is not itself a script. It is run instead of the user data. */
  readonly first_boot?: string | null;
  /** The machine's hostname, if user data sets another one than its name. */
  readonly hostname?: string | null;
  /**
   * Stateful and allow-only; the order does not matter. `outbound: null` allows everything (no outbound rule exists).
   */
  readonly firewall: { readonly inbound: readonly FirewallRule[]; readonly outbound: readonly FirewallRule[] | null };
  /** Elastic IPs forwarded one-to-one to the machine (127.x addresses on a laptop). */
  readonly addresses: readonly string[];
  /** Mounted at every start. A volume that another machine has is refused with VOLUME_IN_USE. */
  readonly volumes: readonly Mount[];
  /** The snapshot that is copied to a new machine's disk. A machine that already has a disk keeps it. */
  readonly source_snapshot_id: string | null;
  /** Whether a new machine runs the program of its image as a service. Default: it does not. */
  readonly run_entrypoint?: boolean;
  readonly facts: MachineFacts;
}
