import * as z from 'zod';
import { id, stamps, statusReason, tags, timestamp } from '#lib/model/platform/common.ts';

export const snapshotStatuses = ['creating', 'available', 'restoring', 'deleting', 'error'] as const;
export type SnapshotStatus = (typeof snapshotStatuses)[number];

/** The state of the disk: `crash` as after a power cut, `offline` as after a shutdown. */
export const consistencies = ['crash', 'offline'] as const;

/**
 * A snapshot as replies show it (contract 2). `size_gib` is the size of the disk, and `image_id` the image that its
 * instance booted.
 */
export const snapshot = z.strictObject({
  id: id('snapshot').meta({ readOnly: true }),
  ...stamps,
  name: z.string().describe('The name, which need not be unique.').meta({ example: 'before-upgrade' }),
  description: z
    .string()
    .nullable()
    .describe('A description of its purpose; null if there is none.')
    .meta({ example: 'Before the upgrade to 24.04.3' }),
  instance_id: z
    .string()
    .describe('The instance whose disk it is of.')
    .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  status: z.enum(snapshotStatuses).describe('The state of the snapshot.').meta({ example: 'available' }),
  status_reason: statusReason,
  size_gib: z.int().describe('The size of the disk in GiB.').meta({ example: 30 }),
  progress_percent: z
    .int()
    .min(0)
    .max(100)
    .describe('The progress of its creation or restoration, in percent.')
    .meta({ example: 100 }),
  trigger: z
    .enum(['manual', 'schedule'])
    .describe('Whether a user or the backup schedule created it.')
    .meta({ example: 'manual' }),
  consistency: z
    .enum(consistencies)
    .describe('The state of the disk: `crash` as after a power cut, `offline` as after a shutdown.')
    .meta({ example: 'crash' }),
  image_id: z.string().describe('The image that its instance booted.').meta({ example: 'ubuntu-24.04' }),
  expires_at: timestamp
    .nullable()
    .describe('When it is deleted automatically, in UTC; null for never.')
    .meta({ example: null }),
  tags,
  allowed_actions: z
    .array(z.enum(['update', 'delete', 'restore']))
    .describe('What the caller may do with the snapshot now.')
    .meta({ example: ['update', 'delete', 'restore'] }),
});
export type Snapshot = z.infer<typeof snapshot>;

export const snapshotName = z
  .string()
  .min(1)
  .max(64)
  .describe('The name, which need not be unique; chosen if omitted.')
  .meta({ example: 'before-upgrade' });
export const snapshotDescription = z
  .string()
  .max(255)
  .nullable()
  .describe('A description of its purpose; null for none.')
  .meta({ example: 'Before the upgrade to 24.04.3' });

/** Days after which a snapshot is deleted automatically: up to ten years. */
export const retainDays = z
  .int()
  .min(1)
  .max(3650)
  .describe('The number of days after which it is deleted automatically; never if omitted.')
  .meta({ example: 30 });
