import * as z from 'zod';
import { detachVolume } from '#lib/domain/compute/volumes/detach.ts';
import { settledVolume } from '#lib/domain/compute/volumes/resource.ts';
import { route } from '#lib/edge/route.ts';
import { volume } from '#lib/model/compute/volume.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Detaches a volume from its instance; its files stay. 409 unless it is attached, and 409 with Retry-After if files on
 * it are open, unless `force` ends the programs that have them open.
 */
export const handler = route(
  {
    name: 'detachVolume',
    action: 'compute:DetachVolume',
    resource: ({ vol_id }) => `volume/${vol_id}`,
    params: z.strictObject({ vol_id: id('volume') }),
    body: z.strictObject({
      force: z.boolean().default(false).describe('Whether to end programs with open files on it.'),
    }),
    versioned: true,
    reply: volume,
    etag: 'always',
    settled: settledVolume,
  },
  (context, { params, body }) => detachVolume(context, { id: params.vol_id, ...body }),
);
