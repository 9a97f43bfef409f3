import * as z from 'zod';
import type { JobKind } from './job.ts';

const text = z.string().max(1024);
const up = z.object({ host_key: text.nullable(), ssh_ready: z.boolean() });
const nothing = z.object({});
const texts = z.array(z.string().max(4096)).max(256);

/** What a host found out about an image that it has. */
const createdImage = z.object({
  digest: text,
  reference: text.nullable(),
  size_bytes: z.int().min(0),
  architecture: text,
  default_user: text,
  env: texts,
  working_dir: text,
  user: text,
  entrypoint: texts,
  cmd: texts,
  shell: z.boolean(),
  init: text.nullable(),
  package_manager: text.nullable(),
});
export type CreatedImage = z.infer<typeof createdImage>;

/** The result of a successful job of each kind. Other fields that a host sends are dropped. */
export const jobResults: Readonly<Record<JobKind, z.ZodType<Record<string, unknown>>>> = {
  create: up,
  start: up,
  reboot: up,
  stop: nothing,
  destroy: nothing,
  create_volume: nothing,
  // Hosts of version 0.2 do not say when.
  grow_volume: z.object({ grown: z.enum(['now', 'later']).default('now') }),
  delete_volume: nothing,
  attach_volume: z.object({ device: text.nullable(), mount_path: text }),
  detach_volume: nothing,
  create_snapshot: z.object({ size_bytes: z.number().min(0), consistency: z.enum(['crash', 'offline']) }),
  // Empty if the machine was not started again.
  restore_snapshot: up.partial(),
  delete_snapshot: nothing,
  // Whether the disk was a folder until now.
  convert_disk: z.object({ converted: z.boolean() }),
  create_image: createdImage,
  delete_image: nothing,
  pull_image: nothing,
  remove_image: nothing,
  configure: z.object({ addresses: z.array(z.string().max(45)).max(256) }),
};
