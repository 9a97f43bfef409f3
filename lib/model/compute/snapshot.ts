import * as z from 'zod';
import { id, stamps, tags, timestamp } from '#lib/model/platform/common.ts';

export const snapshotStatuses = ['creating', 'available', 'restoring', 'deleting', 'error'] as const;
export type SnapshotStatus = (typeof snapshotStatuses)[number];

/** The state of the disk: `crash` as after a power cut, `offline` as after a shutdown. */
export const consistencies = ['crash', 'offline'] as const;
export type Consistency = (typeof consistencies)[number];

/**
 * A snapshot as replies show it (contract 2). `size_gib` is the size of the disk, `image_id` the image that its
 * instance booted.
 */
export const snapshot = z.strictObject({
  id: id('snapshot'),
  ...stamps,
  name: z.string(),
  description: z.string().nullable(),
  instance_id: z.string(),
  status: z.enum(snapshotStatuses),
  status_reason: z.string().nullable(),
  size_gib: z.int(),
  progress_percent: z.int().min(0).max(100),
  trigger: z.enum(['manual', 'schedule']),
  consistency: z.enum(consistencies),
  image_id: z.string(),
  expires_at: timestamp.nullable(),
  tags,
  allowed_actions: z.array(z.enum(['update', 'delete', 'restore'])),
});
export type Snapshot = z.infer<typeof snapshot>;

export const snapshotName = z.string().min(1).max(64);
export const snapshotDescription = z.string().max(255).nullable();

/** Days after which a snapshot is deleted automatically: up to ten years. */
export const retainDays = z.int().min(1).max(3650);
