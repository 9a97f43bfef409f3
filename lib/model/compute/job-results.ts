import * as z from 'zod';
import type { JobKind } from './job.ts';

const text = z.string().max(1024);
const up = z.object({ host_key: text.nullable(), ssh_ready: z.boolean() });
const nothing = z.object({});

/** The result of a successful job of each kind. Other fields that a host sends are dropped. */
export const jobResults: Readonly<Record<JobKind, z.ZodType<Record<string, unknown>>>> = {
  create: up,
  start: up,
  reboot: up,
  stop: nothing,
  destroy: nothing,
  create_volume: nothing,
  grow_volume: nothing,
  delete_volume: nothing,
  attach_volume: z.object({ device: text.nullable(), mount_path: text }),
  detach_volume: nothing,
  create_snapshot: z.object({ size_bytes: z.number().min(0), consistency: z.enum(['crash', 'offline']) }),
  // Empty if the machine was not started again.
  restore_snapshot: up.partial(),
  delete_snapshot: nothing,
  configure: z.object({ addresses: z.array(z.string().max(45)).max(256) }),
};
