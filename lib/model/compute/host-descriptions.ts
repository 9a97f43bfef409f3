import * as z from 'zod';
import { firewallRule } from './firewall.ts';
import { healthCheck, port } from './health-check.ts';
import { listener } from './listener.ts';
import { algorithm } from './load-balancer.ts';
import type { MachineSpec } from './machine.ts';

/* The descriptions of its machines and load balancers that a host receives. */

const cidr = z.string().max(64);
const address = z.string().max(64);
const name = z.string().max(256);
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();

const { protocol, port_from, port_to } = firewallRule.shape;
const rule = z.object({ protocol, port_from, port_to, cidrs: list(cidr) });

const vpc = z.object({ id: name, cidr, gateway: address });

const plan = z.object({ name, cpu: z.number(), ram: z.number(), disk: z.number(), price_monthly: z.number() });

/** Everything that a host needs to make one machine. */
export const machineSpec = z.object({
  id: name,
  name,
  cpu: z.number(),
  ram_mib: z.number(),
  disk_gib: z.number(),
  image_id: name,
  vpc,
  private_ip: address,
  ssh: z.object({ host: address, port }),
  authorized_keys: list(z.string()),
  user_data: z.string().nullable(),
  /** The script made from user data, and the hostname that it sets; absent from an older control plane. */
  first_boot: z.string().nullable().default(null),
  hostname: z.string().nullable().default(null),
  firewall: z.object({ inbound: list(rule), outbound: list(rule).nullable() }),
  addresses: list(address),
  volumes: list(z.object({ id: name, mount_path: z.string() })),
  source_snapshot_id: z.string().nullable(),
  run_entrypoint: z.boolean().exactOptional(),
  public_hostname: name,
  /** What the machine can read about itself. */
  facts: z.object({
    account_id: name,
    region: name,
    plan,
    image_id: name,
    tags: z.record(z.string(), z.string()),
    api_url: z.string().nullable(),
    s3_url: z.string().nullable(),
  }),
}) satisfies z.ZodType<MachineSpec>;

/** The address of a backend, and its share of the traffic. A draining backend gets no new connections. */
const backendDescription = z.object({
  instance_id: name,
  private_ip: address,
  port: port.nullable(),
  weight: z.int(),
  /** When its open connections must have ended (real clock, epoch milliseconds); null while it is in service. */
  draining_until: z.number().nullable(),
});

const { expected_codes: _, ...checks } = healthCheck.shape;

const { certificate_ids, redirect_https, proxy_protocol, backend_protocol, ...plainListener } = listener.shape;

/** A listener. Fields with the values of older releases are left out, because older hosts refuse unknown fields. */
const listenerDescription = z.object({
  ...plainListener,
  certificate_ids: certificate_ids.optional(),
  redirect_https: redirect_https.optional(),
  proxy_protocol: proxy_protocol.optional(),
  backend_protocol: backend_protocol.optional(),
});
export type ListenerDescription = z.infer<typeof listenerDescription>;

/** What a host needs to serve one load balancer. */
export const balancerDescription = z.object({
  id: name,
  vpc,
  /** The address in the VPC from which backends are reached. */
  source_ip: address,
  public_ip: address,
  /** The address on which it listens for the machines of its VPC, and its names there. Null where it has none. */
  inside: z.object({ address, name, public_hostname: name }).nullable().optional(),
  algorithm,
  sticky: z.boolean(),
  listeners: z.array(listenerDescription),
  /** Every certificate that its listeners name, with its key. Those whose key cannot be opened are left out. */
  certificates: list(z.object({ id: name, certificate_pem: z.string(), private_key_pem: z.string() })).optional(),
  health_check: z.object({ ...checks, expected: z.array(z.object({ from: z.int(), to: z.int() })) }),
  backends: z.array(backendDescription),
});
export type BalancerDescription = z.infer<typeof balancerDescription>;
