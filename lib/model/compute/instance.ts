import * as z from 'zod';
import { plan } from '#lib/model/platform/catalog.ts';
import { hostname, id, region, stamps, tags, timestamp } from '#lib/model/platform/common.ts';
import { actions, statuses } from './instance-states.ts';

/** An instance as replies show it (contract 2). */
export const instance = z.strictObject({
  id: id('instance'),
  ...stamps,
  name: hostname,
  status: z.enum(statuses),
  status_reason: z.string().nullable(),
  task: z.string().nullable(),
  private_ip: z.string(),
  public_ip: z.string(),
  public_hostname: z.string(),
  ssh_port: z.int(),
  ssh_ready: z.boolean(),
  plan,
  instance_type_id: z.string(),
  image_id: z.string(),
  ssh_key_ids: z.array(z.string()),
  vpc_id: z.string(),
  elastic_ip: z.strictObject({ id: z.string(), address: z.string() }).nullable(),
  volume_ids: z.array(z.string()),
  asg_id: z.string().nullable(),
  tags,
  termination_protection: z.boolean(),
  allowed_actions: z.array(z.enum(actions)),
  region: z.literal(region),
  launched_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
});
export type Instance = z.infer<typeof instance>;

/** One entry of GET /compute/instances/{id}/events. */
export const instanceEvent = z.strictObject({
  at: timestamp,
  type: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  actor: z.string(),
  request_id: z.string().nullable(),
  message: z.string(),
});
export type InstanceEvent = z.infer<typeof instanceEvent>;

const maxBytes = 65_536;
const bytes = (text: string) => new TextEncoder().encode(text).length;

/** The script of a first boot, at most 64 KiB (contract 1.9). */
export const userData = z.string().superRefine((text, context) => {
  if (bytes(text) > maxBytes) context.addIssue(`has ${bytes(text)} bytes (at most ${maxBytes})`);
});
