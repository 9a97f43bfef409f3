import * as z from 'zod';
import { deleteVolume } from '#lib/domain/compute/volumes/delete.ts';
import { deletedVolume } from '#lib/domain/compute/volumes/resource.ts';
import { route } from '#lib/edge/route.ts';
import { volume } from '#lib/model/compute/volume.ts';
import { deletionReply, id } from '#lib/model/platform/common.ts';

/** Deletes a volume and its files. 409 in_use while it is attached. */
export const handler = route(
  {
    name: 'deleteVolume',
    action: 'compute:DeleteVolume',
    resource: ({ vol_id }) => `volume/${vol_id}`,
    params: z.strictObject({ vol_id: id('volume') }),
    versioned: true,
    dryRun: true,
    reply: deletionReply('volume', volume),
    etag: 'sometimes',
    settled: deletedVolume,
  },
  (context, { params }) => deleteVolume(context, { id: params.vol_id }),
);
