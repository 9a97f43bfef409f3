import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** What autoscaling asks a host for, and what its heartbeats have answered. */
export const hostLoads = z
  .strictObject({
    /** The packed loads of the instances that are asked for, by id. */
    loads: z.record(z.string(), z.instanceof(Uint8Array)).exactOptional(),
  })
  // Until when an instance is asked for: real clock, epoch milliseconds.
  .and(z.record(z.templateLiteral(['i-', z.string()]), z.number()));

export const entities = {
  hostLoads: entity({
    about: "host's loads",
    pk: 'HOST#<host>',
    sk: 'LOADS',
    read: 'autoscaling; heartbeats',
    expires: 'always',
    record: hostLoads,
  }),
};
