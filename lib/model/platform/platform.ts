import * as z from 'zod';
import { region, timestamp } from './common.ts';
import { version } from './version.ts';

/** The reply to GET /healthz when all services behind it answer (contract 4.11). */
export const health = z.strictObject({
  status: z.literal('ok').describe('States that every service behind the API answers.'),
  version: z.string().describe('The version of the software.').meta({ example: version }),
  region: z.literal(region).describe('The region.'),
  compute: z
    .strictObject({
      driver: z.string().describe('The compute driver that runs the machines.').meta({ example: 'container' }),
      capabilities: z
        .array(z.string())
        .describe('What live hosts can do.')
        .meta({ example: ['volumes', 'snapshots', 'console'] }),
      images: z
        .array(z.string())
        .describe('The ids of the images that a live host can boot.')
        .meta({ example: ['ubuntu-24.04'] }),
      kinds: z
        .array(
          z.strictObject({
            kind: z
              .string()
              .describe('The kind of host; `agent` is one that runs the host agent.')
              .meta({ example: 'agent' }),
            capabilities: z
              .array(z.string())
              .describe('What every live host of this kind can do.')
              .meta({ example: ['volumes', 'snapshots', 'console'] }),
          }),
        )
        .describe('The kinds of live hosts; empty where there are none.'),
    })
    .describe('The hosts of instances.'),
  s3_url: z
    .string()
    .nullable()
    .describe('The endpoint of object storage; null where there is none.')
    .meta({ example: 'https://s3.example.in' }),
  time: timestamp.describe('The time of the platform, in UTC.'),
});
export type Health = z.infer<typeof health>;
