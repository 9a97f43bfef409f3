import * as z from 'zod';
import { filesystems, volumeStatuses } from '#lib/model/compute/volume.ts';
import { listed } from '#lib/store/entity.ts';

/** The operation that holds a volume: its workflow's name, and its kind. */
const volumeOperation = z.strictObject({
  id: z.string(),
  kind: z.enum(['create_volume', 'grow_volume', 'delete_volume', 'attach_volume', 'detach_volume']),
  /** The new size, for a growth. */
  size_gib: z.number().exactOptional(),
});

export const volumeRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  size_gib: z.number(),
  status: z.enum(volumeStatuses),
  status_reason: z.string().nullable(),
  /** The side operation that leaves the status unchanged: `resizing`. */
  task: z.string().nullable(),
  /** Set from the beginning of an attachment to the end of the detachment. */
  instance_id: z.string().nullable(),
  device: z.string().nullable(),
  mount_path: z.string(),
  filesystem: z.enum(filesystems),
  /** Whole rupees a month, as of its creation or last growth. */
  price_monthly: z.number(),
  delete_on_termination: z.boolean(),
  tags: z.record(z.string(), z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /** Every write adds one; the ETag shows it. */
  version: z.number(),
  /** The host that stores its bytes. */
  host_id: z.string(),
  operation: volumeOperation.nullable(),
  /** The error code of the last operation, if it failed. */
  fault: z.string().nullable(),
  /** Its host is lost, so that it is in error. */
  lost: z.literal(true).exactOptional(),
});

export const entities = {
  volume: listed('volume', {
    read: 'show, lists, describing machines',
    version: 'version',
    record: volumeRecord,
  }),
};
