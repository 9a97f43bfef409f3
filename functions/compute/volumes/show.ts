import * as z from 'zod';
import { showVolume } from '#lib/domain/compute/volumes/resource.ts';
import { route } from '#lib/edge/route.ts';
import { volume } from '#lib/model/compute/volume.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows a volume. 404 if the account does not have it. */
export const handler = route(
  {
    name: 'getVolume',
    action: 'compute:GetVolume',
    resource: ({ vol_id }) => `volume/${vol_id}`,
    params: z.strictObject({ vol_id: id('volume') }),
    reply: volume,
    etag: 'always',
  },
  (context, { params }) => showVolume(context, { id: params.vol_id }),
);
