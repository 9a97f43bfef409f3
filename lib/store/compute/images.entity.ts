import * as z from 'zod';
import { imageConfig, imageContents, imageStatuses } from '#lib/model/compute/image.ts';
import { listed } from '#lib/store/entity.ts';

export const imageRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  status: z.enum(imageStatuses),
  status_reason: z.string().nullable(),
  progress_percent: z.number(),
  /** What its creation named: one of the three. */
  registry: z.string().nullable(),
  object: z.strictObject({ bucket: z.string(), key: z.string() }).nullable(),
  snapshot_id: z.string().nullable(),
  /** What its host found out, once it is available. */
  contents: z
    .strictObject({
      digest: z.string(),
      reference: z.string().nullable(),
      size_bytes: z.number(),
      architecture: z.string(),
      default_user: z.string(),
      ...imageConfig,
      ...imageContents,
    })
    .nullable(),
  tags: z.record(z.string(), z.string()),
  /** Paise a month. */
  price_paise: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Every change adds one; the ETag shows it. */
  version: z.number(),
  /** The host that stores its bytes. */
  host_id: z.string(),
  /** Other hosts that have pulled it for a launch; absent where none has. */
  copies: z.array(z.string()).exactOptional(),
  /** How often something new has begun to use it, so that a deletion notices one that begins meanwhile. */
  uses: z.number(),
  operation: z.strictObject({ id: z.string(), kind: z.enum(['create_image', 'delete_image']) }).nullable(),
  /** Its host is lost, so that it is in error. */
  lost: z.literal(true).exactOptional(),
});

export const entities = {
  image: listed('image', {
    read: 'show, lists, launch',
    version: 'version',
    record: imageRecord,
  }),
};
