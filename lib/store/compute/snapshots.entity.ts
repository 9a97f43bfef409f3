import * as z from 'zod';
import { consistencies, snapshotStatuses } from '#lib/model/compute/snapshot.ts';
import { listed } from '#lib/store/entity.ts';

/** The operation that holds a snapshot: its workflow's name, and its kind. */
const snapshotOperation = z.strictObject({
  id: z.string(),
  kind: z.enum(['create_snapshot', 'restore_snapshot', 'delete_snapshot']),
});

export const snapshotRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  instance_id: z.string(),
  status: z.enum(snapshotStatuses),
  status_reason: z.string().nullable(),
  /** The size of the disk. A machine launched from it has at least this size. */
  size_gib: z.number(),
  /** The bytes that it occupies on the host, once it is available. */
  size_bytes: z.number().nullable(),
  progress_percent: z.number(),
  trigger: z.enum(['manual', 'schedule']),
  consistency: z.enum(consistencies),
  image_id: z.string(),
  expires_at: z.string().nullable(),
  /** Absent in older records. */
  tags: z.record(z.string(), z.string()).exactOptional(),
  /** Whole rupees. */
  price_monthly: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Every write adds one; the ETag shows it. */
  version: z.number(),
  /** The host that stores its bytes. */
  host_id: z.string(),
  operation: snapshotOperation.nullable(),
  /** Its host is lost, so that it is in error. */
  lost: z.literal(true).exactOptional(),
});

export const entities = {
  snapshot: listed('snapshot', {
    read: 'show, lists, launch',
    version: 'version',
    record: snapshotRecord,
  }),
};
