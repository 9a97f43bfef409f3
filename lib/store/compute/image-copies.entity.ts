import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** What operators have asked a host to do with its copy of a catalog image, until that is done. */
export const imageCopy = z.strictObject({
  /** `copy-<host>/<image>`. */
  id: z.string(),
  account_id: z.string(),
  host_id: z.string(),
  image_id: z.string(),
  /** The image's id, as a fault is matched by it. */
  name: z.string(),
  status: z.enum(['pulling', 'importing', 'removing', 'error']),
  status_reason: z.string().nullable(),
  progress_percent: z.number(),
  /** Every change adds one. */
  version: z.number(),
  updated_at: z.string(),
  operation: z.strictObject({ id: z.string(), kind: z.enum(['pull_image', 'remove_image']) }).nullable(),
});

export const entities = {
  imageCopy: entity({
    about: "host's copy of an image",
    pk: 'HOST#<host>',
    sk: 'COPY#<image>',
    read: 'images of operators, jobs',
    version: 'version',
    record: imageCopy,
  }),
};
