import * as z from 'zod';
import { attachVolume } from '#lib/domain/compute/volumes/attach.ts';
import { settledVolume } from '#lib/domain/compute/volumes/resource.ts';
import { route } from '#lib/edge/route.ts';
import { volume } from '#lib/model/compute/volume.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Attaches a volume to an instance, even while that is running; 200 while it is attaching. 403 if the instance has
 * eight, 404 if either does not exist, 409 unless the volume is available and the instance running or stopped, and for
 * a `device` if the host has no devices.
 */
export const handler = route(
  {
    name: 'attachVolume',
    action: 'compute:AttachVolume',
    resource: ({ vol_id }) => `volume/${vol_id}`,
    names: { 'body.instance_id': 'instance' },
    params: z.strictObject({ vol_id: id('volume') }),
    body: z.strictObject({
      instance_id: z
        .string()
        .min(1)
        .max(64)
        .describe('The instance to attach the volume to.')
        .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
      device: z
        .string()
        .max(32)
        .regex(/^\/dev\/[a-z][a-z0-9]*$/, 'must be a device such as /dev/vdb')
        .optional()
        .describe('The device in the instance; chosen if omitted.'),
    }),
    versioned: true,
    dryRun: true,
    reply: volume,
    etag: 'always',
    settled: settledVolume,
  },
  (context, { params, body }) => attachVolume(context, { id: params.vol_id, ...body }),
);
