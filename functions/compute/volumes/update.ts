import * as z from 'zod';
import { updateVolume } from '#lib/domain/compute/volumes/update.ts';
import { route } from '#lib/edge/route.ts';
import { volume, volumeName, volumeSize } from '#lib/model/compute/volume.ts';
import { id, tags } from '#lib/model/platform/common.ts';

/**
 * Renames, tags or grows a volume, which has its new size once its `task` is over. 400 where it would shrink, 402, 403 over
 * quota, 409 for a new name while it is attached, where another has the name, and while it is being changed.
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
      delete_on_termination: z.boolean().optional(),
      tags: tags.optional(),
    }),
    reply: volume,
  },
  (context, { params, body }) => updateVolume(context, { id: params.vol_id, ...body }),
);
