import * as z from 'zod';
import { plan } from '#lib/model/platform/catalog.ts';
import { hostname, id, region, stamps, statusReason, tags, timestamp } from '#lib/model/platform/common.ts';
import { actions, statuses } from './instance-states.ts';

/** An instance as replies show it (contract 2). */
export const instance = z.strictObject({
  id: id('instance').meta({ readOnly: true }),
  ...stamps,
  name: hostname,
  status: z
    .enum(statuses)
    .describe('The state of the instance. `running` means that SSH answers.')
    .meta({ example: 'running' }),
  status_reason: statusReason,
  task: z
    .string()
    .nullable()
    .describe('Another operation in progress, such as `snapshotting` or `attaching_volume`; null for nothing.')
    .meta({ example: null }),
  private_ip: z.string().describe('The IPv4 address inside the VPC.').meta({ example: '10.20.0.5' }),
  public_ip: z
    .string()
    .describe('The IPv4 address of the host, which other instances share; only SSH is reachable on it.')
    .meta({ example: '203.0.113.10' }),
  public_hostname: z.string().describe('The DNS name of `public_ip`.').meta({ example: 'vm-7f3k9q2m5c.vm.example.in' }),
  ssh_port: z.int().describe("The TCP port of `public_ip` that reaches the instance's SSH.").meta({ example: 42017 }),
  ssh_ready: z.boolean().describe('Whether SSH answers.').meta({ example: true }),
  host_key: z
    .string()
    .nullable()
    .describe("The machine's public SSH host key, as in OpenSSH's known_hosts; null before its first boot.")
    .meta({ example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDk4YzE3ZjIwYTY1ZDQzYjE5ZTdmMDIzNDU2Nzg5' }),
  plan: plan.describe('The current instance type, with its price.'),
  instance_type_id: z.string().describe('The instance type.').meta({ example: 's1-small' }),
  image_id: z.string().describe('The image or snapshot that it was launched from.').meta({ example: 'ubuntu-24.04' }),
  ssh_key_ids: z
    .array(z.string())
    .describe('The SSH keys that can log in.')
    .meta({ example: ['key-01kanx7m3v5q8w2c4d6f7g9h1j'] }),
  user_data_sha256: z
    .string()
    .nullable()
    .describe('SHA-256 of the user data that it was launched with, in hex; null without.')
    .meta({ example: null }),
  vpc_id: z.string().describe('The VPC.').meta({ example: 'vpc-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  elastic_ip: z
    .strictObject({
      id: z.string().describe('The id of the elastic IP.').meta({ example: 'eip-01kanx7m3v5q8w2c4d6f7g9h1j' }),
      address: z.string().describe('The IPv4 address.').meta({ example: '203.0.113.77' }),
    })
    .nullable()
    .describe('The elastic IP; null where it has none.')
    .meta({ example: null }),
  volume_ids: z.array(z.string()).describe('The volumes that are attached.').meta({ example: [] }),
  asg_id: z
    .string()
    .nullable()
    .describe('The auto scaling group whose member it is; null for none.')
    .meta({ example: null }),
  tags,
  run_entrypoint: z.boolean().describe('Whether it runs the program of its image.').meta({ example: false }),
  termination_protection: z.boolean().describe('Whether termination is refused.'),
  allowed_actions: z
    .array(z.enum(actions))
    .describe('What the caller may do with the instance now.')
    .meta({
      example: ['stop', 'reboot', 'terminate', 'create_snapshot', 'attach_volume', 'attach_elastic_ip', 'open_console'],
    }),
  region: z.literal(region).describe('The region.'),
  launched_at: timestamp
    .nullable()
    .describe('When it first ran, in UTC; null until then.')
    .meta({ example: '2026-11-21T04:10:42Z' }),
  expires_at: timestamp
    .nullable()
    .describe('When it is terminated automatically, in UTC; null for never.')
    .meta({ example: null }),
});
export type Instance = z.infer<typeof instance>;

/** One entry of GET /compute/instances/{id}/events. */
export const instanceEvent = z.strictObject({
  at: timestamp.describe('When it happened, in UTC.'),
  type: z.string().describe('What kind of event it is.').meta({ example: 'status_changed' }),
  from: z
    .string()
    .nullable()
    .describe('The status before; null where it did not change.')
    .meta({ example: 'provisioning' }),
  to: z.string().nullable().describe('The status after; null where it did not change.').meta({ example: 'running' }),
  actor: z.string().describe("Who caused it: a user's name, or `system`.").meta({ example: 'asha@example.in' }),
  request_id: z
    .string()
    .nullable()
    .describe('The request that caused it; null where none did.')
    .meta({ example: 'req-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  message: z.string().describe('What happened, for people.').meta({ example: 'instance is running' }),
});
export type InstanceEvent = z.infer<typeof instanceEvent>;

const maxBytes = 65_536;
const bytes = (text: string) => new TextEncoder().encode(text).length;

/** The script of a first boot, at most 64 KiB (contract 1.9). */
export const userData = z
  .string()
  .superRefine((text, context) => {
    if (bytes(text) > maxBytes) context.addIssue(`has ${bytes(text)} bytes (at most ${maxBytes})`);
  })
  .describe('The script of the first boot, at most 64 KiB of UTF-8.')
  .meta({ example: '#!/bin/sh\napt-get install --yes nginx\n' });
