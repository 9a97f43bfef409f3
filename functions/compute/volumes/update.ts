import * as z from 'zod';
import { settledVolume } from '#lib/domain/compute/volumes/resource.ts';
import { updateVolume } from '#lib/domain/compute/volumes/update.ts';
import { route } from '#lib/edge/route.ts';
import { volume, volumeName, volumeSize } from '#lib/model/compute/volume.ts';
import { id, tags } from '#lib/model/platform/common.ts';

/**
 * Changes a volume's name, tags or size; it has the new size once its `task` is done. 400 if it would shrink, 402, 403
 * over quota, 409 for a new name while it is attached, if another volume has the name, and while another operation
 * holds it.
 */
export const handler = route(
  {
    name: 'updateVolume',
    action: 'compute:UpdateVolume',
    resource: ({ vol_id }) => `volume/${vol_id}`,
    params: z.strictObject({ vol_id: id('volume') }),
    body: z.strictObject({
      name: volumeName.optional(),
      size_gib: volumeSize.optional(),
      delete_on_termination: z.boolean().optional().describe('Whether it is deleted together with its instance.'),
      tags: tags.optional(),
    }),
    versioned: true,
    dryRun: true,
    reply: volume,
    etag: 'always',
    settled: settledVolume,
  },
  (context, { params, body }) => updateVolume(context, { id: params.vol_id, ...body }),
);
