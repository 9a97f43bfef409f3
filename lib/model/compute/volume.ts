import * as z from 'zod';
import { id, stamps, tags } from '#lib/model/platform/common.ts';

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
  id: id('volume'),
  ...stamps,
  name: z.string(),
  size_gib: z.int(),
  status: z.enum(volumeStatuses),
  status_reason: z.string().nullable(),
  task: z.string().nullable(),
  instance_id: z.string().nullable(),
  device: z.string().nullable(),
  mount_path: z.string(),
  filesystem: z.enum(filesystems),
  price_monthly: z.int(),
  delete_on_termination: z.boolean(),
  tags,
  allowed_actions: z.array(z.enum(volumeActions)),
});
export type Volume = z.infer<typeof volume>;

/** Lower-case letters, digits and hyphens; the first is a letter. It is the name of the folder under /mnt. */
export const volumeName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*$/, 'must begin with a-z and go on with a-z 0-9 -');

/** Whole GiB, up to 10 TiB. */
export const volumeSize = z.int().min(1).max(10_240);

/** The path at which an instance mounts a volume of this name. */
export const mountPath = (name: string): string => `/mnt/${name}`;
