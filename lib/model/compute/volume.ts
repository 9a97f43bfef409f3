import * as z from 'zod';
import { id, stamps, statusReason, tags } from '#lib/model/platform/common.ts';

export const volumeStatuses = [
  'creating',
  'available',
  'attaching',
  'in-use',
  'detaching',
  'deleting',
  'error',
] as const;
export type VolumeStatus = (typeof volumeStatuses)[number];

export const filesystems = ['ext4', 'xfs', 'none'] as const;
export type Filesystem = (typeof filesystems)[number];

/** Words of a volume's `allowed_actions` (contract 1.1). */
const volumeActions = ['update', 'delete', 'attach', 'detach'] as const;

/** A volume as replies show it (contract 2). `device` is its path in the instance while it is in-use. */
export const volume = z.strictObject({
  id: id('volume').meta({ readOnly: true }),
  ...stamps,
  name: z.string().describe('The name, unique in the account.').meta({ example: 'data' }),
  size_gib: z.int().describe('The size in GiB.').meta({ example: 20 }),
  status: z.enum(volumeStatuses).describe('The state of the volume.').meta({ example: 'in-use' }),
  status_reason: statusReason,
  task: z
    .string()
    .nullable()
    .describe('Another operation in progress, such as `resizing`; null for nothing.')
    .meta({ example: null }),
  instance_id: z
    .string()
    .nullable()
    .describe('The instance that has it; null if none has.')
    .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  device: z
    .string()
    .nullable()
    .describe('Its device in the instance; null if it is not attached or has none.')
    .meta({ example: null }),
  mount_path: z.string().describe('The folder at which the instance mounts it.').meta({ example: '/mnt/data' }),
  filesystem: z
    .enum(filesystems)
    .describe('The file system on it; `none` for a bare device.')
    .meta({ example: 'ext4' }),
  price_monthly: z.int().describe('Whole rupees for a month of 730 hours, before GST.').meta({ example: 120 }),
  delete_on_termination: z.boolean().describe('Whether it is deleted together with its instance.'),
  tags,
  allowed_actions: z
    .array(z.enum(volumeActions))
    .describe('What the caller may do with the volume now.')
    .meta({ example: ['update', 'detach'] }),
});
export type Volume = z.infer<typeof volume>;

/** Lower-case letters, digits and hyphens, beginning with a letter. It is the name of the folder under /mnt. */
export const volumeName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9\-]*$/v, 'must begin with a-z, followed by a-z 0-9 -')
  .describe('The name, unique in the account: lower-case letters, digits and hyphens. It names the folder under /mnt.')
  .meta({ example: 'data' });

/** Whole GiB, up to 10 TiB. */
export const volumeSize = z.int().min(1).max(10_240).describe('The size in GiB, up to 10 TiB.').meta({ example: 20 });

/** The path at which an instance mounts a volume of this name. */
export const mountPath = (name: string): string => `/mnt/${name}`;
