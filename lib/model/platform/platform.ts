import * as z from 'zod';
import { region, timestamp } from './common.ts';

/** The version of this software; package.json carries the same. */
export const version = '0.1.0';

/** The reply to GET /healthz once all services behind it answer (contract 4.11). */
export const health = z.strictObject({
  status: z.literal('ok'),
  version: z.string(),
  region: z.literal(region),
  compute: z.strictObject({
    driver: z.string(),
    capabilities: z.array(z.string()),
    /** The ids of the images that a live host can boot. */
    images: z.array(z.string()),
  }),
  s3_url: z.string().nullable(),
  time: timestamp,
});
export type Health = z.infer<typeof health>;
