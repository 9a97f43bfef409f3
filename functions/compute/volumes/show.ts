import * as z from 'zod';
import { volumeFacts } from '#lib/domain/volumes/facts.ts';
import { showVolume } from '#lib/domain/volumes/show.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { volume } from '#lib/model/volume.ts';

/** A volume as it stands; 404 where the account has none of this id. */
export const handler = route(
  {
    name: 'getVolume',
    action: 'compute:GetVolume',
    resource: ({ vol_id }) => `volume/${vol_id}`,
    facts: volumeFacts,
    params: z.strictObject({ vol_id: id('volume') }),
    reply: volume,
  },
  (context, { params }) => showVolume(context, { id: params.vol_id }),
);
